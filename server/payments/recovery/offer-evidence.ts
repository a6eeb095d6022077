import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { log } from "#server/log.ts";
import { listOpenToEvidence } from "../attempts/attempts-without-outcome.ts";
import { noteReturn } from "../attempts/note-return.ts";
import { judgeOriginal } from "../lookup/judge-original.ts";
import { resolveAs } from "../lookup/outcome.ts";
import { toDone } from "../lookup/resolution.ts";
import { resolveByReference } from "../lookup/resolve-by-reference.ts";
import { storeRecords } from "../lookup/store-records.ts";
import { decisionOf } from "../lookup/weigh-evidence.ts";

const context = { records: storeRecords, clock: () => Date.now() };

/**
 * Uses a transaction just read from the gateway as evidence: resolves the unknown attempt whose reference it carries, and
 * one that acted on it if the transaction is now as that command makes it. Confirms or contradicts a person's decision, and
 * raises a notice for a returned check. Returns how many attempts changed. `seenBy` is shown to people: "a webhook of 14:02";
 * `askedAt` (epoch ms) is when the gateway was asked: what was sent since can't be judged by it.
 */
export async function offerEvidence(
  transaction: TransactionDetail,
  seenBy: string,
  askedAt = Date.now(),
): Promise<number> {
  await noteReturn(transaction);
  const { settled } = await resolveByReference([transaction], seenBy, context);
  return settled.length + (await settleActions(transaction, askedAt, context.clock()));
}

/** Uses a payment that a page reads as evidence. A failure here does not fail the page. */
export async function offerRead(transaction: TransactionDetail, askedAt: number): Promise<void> {
  await offerEvidence(transaction, "the payment itself", askedAt).catch(logFailure);
}

/** Uses a page of a batch as evidence. Only references count, since list rows may be incomplete. */
export async function offerPage(transactions: readonly TransactionDetail[], batchKey: string): Promise<void> {
  const name = transactions.find(({ batch }) => batch?.sequence)?.batch?.sequence ?? batchKey;
  await resolveByReference(transactions, `batch ${name}`, context, batchKey).catch(logFailure);
}

const logFailure = (error: unknown) => log.error({ err: error }, "evidence could not be stored");

async function settleActions(transaction: TransactionDetail, askedAt: number, at: number): Promise<number> {
  const keys = [transaction.key, transaction.refnum].filter((key) => key !== undefined);
  if (keys.length === 0) return 0;
  const open = (await listOpenToEvidence(keys)).filter(({ sent_at }) => (sent_at ?? 0) <= askedAt);
  // Once the search has ended a decision is still confirmed, but no longer contradicted: others may have acted since.
  const rows = open.filter(
    (row) => row.state === "unknown" || row.next_lookup_at !== null || decisionOf(row)?.moved,
  );
  let settled = 0;
  for (const row of rows.filter((one) => judgeOriginal(one, transaction) === "done")) {
    // A later action on the payment would be mistaken for this command.
    if (row.state === "resolved" && (await storeRecords.isFollowed(row))) continue;
    settled += (await resolveAs(row, toDone(transaction, at), context)) ? 1 : 0;
  }
  return settled;
}
