"use server";

import { z } from "zod";
import type { ShownVerdict } from "#lib/audit/verdict.ts";
import { ok, type Result } from "#lib/result.ts";
import { verifyNow } from "#server/audit/verification.ts";
import { action } from "./action.ts";

/** Checks the audit log, and keeps what was found. */
export async function verifyAudit(): Promise<Result<ShownVerdict>> {
  return action({ right: "viewAudit", input: z.null(), isRepeatable: true }, async (user) =>
    ok(await verifyNow(user)),
  )(null);
}
