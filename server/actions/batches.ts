"use server";

import type { z } from "zod";
import type { Result } from "#lib/result.ts";
import { type Closed, closeBatch as close, closeForm } from "#server/books/batch-close/close-batch.ts";
import { action } from "./action.ts";

/** Has the gateway close the open batch, which settles its payments. */
export async function closeBatch(values: z.input<typeof closeForm>): Promise<Result<Closed>> {
  return action({ right: "closeBatch", input: closeForm }, close)(values);
}
