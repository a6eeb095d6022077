"use server";

import { z } from "zod";
import { type BulkFile, type Preparation, preparation } from "#lib/bulk/bulk-file.ts";
import type { Result } from "#lib/result.ts";
import { cancelFile, prepareFile, releaseFile } from "#server/bulk/release.ts";
import { action } from "./action.ts";

/** Writes down a file that was checked at the desk. Nothing is sent. */
export async function prepareBulk(values: Preparation): Promise<Result<BulkFile>> {
  return action({ right: "prepareBulk", input: preparation, repeatable: true }, prepareFile)(values);
}

/** Lets a prepared file be sent; above the limit by another person than the one who prepared it. */
export async function releaseBulk(values: { id: string }): Promise<Result<BulkFile>> {
  return action(
    { right: "releaseBulk", input: z.object({ id: z.uuid() }), repeatable: true },
    releaseFile,
  )(values);
}

/** Takes back a file that was not sent. */
export async function cancelBulk(values: { id: string }): Promise<Result<BulkFile>> {
  return action(
    { right: "prepareBulk", input: z.object({ id: z.uuid() }), repeatable: true },
    cancelFile,
  )(values);
}
