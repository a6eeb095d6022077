import "server-only";
import { headers } from "next/headers";
import { z } from "zod";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { longestNote } from "#lib/payments/approval-request.ts";
import { Assertion } from "#server/auth/passkeys/responses.ts";
import type { ApprovalWay } from "#server/payments/approvals/find-approval.ts";
import { findSignerOf } from "#server/payments/approvals/find-signer.ts";

/** How what is above the person's limit is approved: who signs at this workstation, or a request; undefined without either. */
export async function approvalOf(
  given: ApprovalGiven | undefined,
  { sessionId }: { sessionId: string },
): Promise<ApprovalWay | undefined> {
  const read = approval.safeParse(given);
  if (!read.success) return undefined;
  if ("note" in read.data) return read.data;
  return findSignerOf(read.data, { address: await clientAddress(), sessionId });
}

/** As a sign-in counts it. */
const clientAddress = async () => (await headers()).get("x-forwarded-for") ?? undefined;

/** What somebody who approves types. The password is compared with its hash and never kept. */
export const typedPassword = { password: z.string().min(1).max(2000), code: z.string().max(64) };

export const noteText = z
  .string()
  .trim()
  .max(longestNote, "Say it in fewer words.")
  .refine(...noCardNumber);

const userId = z.string().min(1).max(64);
const approval = z.union([
  z.object({ approver: userId, ...typedPassword }),
  z.object({ approver: userId, passkey: Assertion }),
  z.object({ note: noteText }),
]);
