import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { listNoticesOf } from "#server/journal/notices.ts";
import { offerEvidence } from "#server/journal/offer-evidence.ts";

/** What a transaction did to the journal: it settled an attempt, or contradicted what was recorded of one. */
export type HandedOn = "settled" | "contradicted" | "nothing";

/** The one place that hands on what the gateway showed of a transaction after an event. */
export async function handOn(transaction: TransactionDetail): Promise<HandedOn> {
  const changed = await offerEvidence(transaction, "a transaction the gateway reported");
  if (changed === 0 || !transaction.key) return "nothing";
  const notices = await listNoticesOf({ transaction: transaction.key });
  const isContradicted = notices.some(({ kind, acknowledged }) => kind === "contradiction" && !acknowledged);
  return isContradicted ? "contradicted" : "settled";
}
