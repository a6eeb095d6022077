"use server";

import { z } from "zod";
import { type BulkFile, type Preparation, preparation } from "#lib/bulk/file/bulk-file.ts";
import { type FilePlan, filePlan } from "#lib/bulk/file/file-plan.ts";
import { gatewayKey } from "#lib/forms/gateway-key.ts";
import { attemptId } from "#lib/payments/attempt-id.ts";
import { ok, type Result } from "#lib/result.ts";
import { approveFile, cancelFile, prepareFile } from "#server/bulk/approve-file.ts";
import { decideFile, fileDecision } from "#server/bulk/decide.ts";
import { steerGroup } from "#server/bulk/groups.ts";
import { findMapping, keepMapping } from "#server/bulk/mappings.ts";
import { action } from "./action.ts";

/** Hex SHA-256 of a header's names. */
const mappingSignature = z.string().regex(/^[0-9a-f]{64}$/);

/** Records a validated file. Nothing is sent. */
export async function prepareBulk(values: Preparation): Promise<Result<BulkFile>> {
  return action({ right: "prepareBulk", input: preparation, isRepeatable: true }, prepareFile)(values);
}

/** Approves a prepared file; above the limit, by another person than the one who prepared it. */
export async function approveBulk(values: { id: string }): Promise<Result<BulkFile>> {
  return action(
    { right: "approveBulk", input: z.object({ id: attemptId }), isRepeatable: true },
    approveFile,
  )(values);
}

/** Withdraws a file that was not sent. */
export async function cancelBulk(values: { id: string }): Promise<Result<BulkFile>> {
  return action(
    { right: "prepareBulk", input: z.object({ id: attemptId }), isRepeatable: true },
    cancelFile,
  )(values);
}

/** Settles a file whose answer was lost, with a reason. */
export async function decideBulk(values: z.input<typeof fileDecision>): Promise<Result<BulkFile>> {
  return action({ right: "decideUnknown", input: fileDecision, isRepeatable: true }, decideFile)(values);
}

/** Pauses or resumes a group that runs at the gateway. Doing it twice is doing it once. */
export async function steerBulk(values: {
  key: string;
  act: "pauseBulk" | "resumeBulk";
}): Promise<Result<{ status: string }>> {
  const input = z.object({ key: gatewayKey, act: z.enum(["pauseBulk", "resumeBulk"]) });
  return action({ right: "approveBulk", input, isRepeatable: true }, (user, { key, act }) =>
    steerGroup(act, key, user),
  )(values);
}

/** How this user mapped a file with this header before. By POST, so that no digest of a file's text is part of an address. */
export async function findBulkMapping(values: {
  signature: string;
}): Promise<Result<FilePlan["mapping"] | null>> {
  const input = z.object({ signature: mappingSignature });
  return action({ right: "prepareBulk", input, isRepeatable: true }, async ({ id }, { signature }) =>
    ok((await findMapping(id, signature)) ?? null),
  )(values);
}

/** Saves how this user maps the columns of files with this header. */
export async function keepBulkMapping(values: {
  signature: string;
  mapping: FilePlan["mapping"];
}): Promise<Result<null>> {
  const input = z.object({
    signature: mappingSignature,
    mapping: filePlan.shape.mapping,
  });
  return action({ right: "prepareBulk", input, isRepeatable: true }, keepMapping)(values);
}
