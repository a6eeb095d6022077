import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { db } from "#server/db/db.ts";
import { judgeOriginal } from "./search/judge-original.ts";
import { toDone } from "./search/resolution.ts";
import { storeRecords } from "./search/store-records.ts";
import { takeNote } from "./search/take-note.ts";

/**
 * Takes a transaction as the gateway has just shown it, whoever asked: settles the unknown attempt whose reference it
 * carries, and one that acted on it when its state is now as that command makes it. Returns how many it settled.
 * `seenBy` is for eyes: "a webhook of 14:02".
 */
export async function offerEvidence(transaction: TransactionDetail, seenBy: string): Promise<number> {
  const context = { records: storeRecords, clock: () => Date.now() };
  const { settled } = await takeNote([transaction], seenBy, context);
  return settled.length + (await settleActions(transaction, context.clock()));
}

async function settleActions(transaction: TransactionDetail, at: number): Promise<number> {
  const keys = [transaction.key, transaction.refnum].filter((key) => key !== undefined);
  if (keys.length === 0) return 0;
  const rows = await db()
    .selectFrom("attempts")
    .selectAll()
    .where("state", "=", "unknown")
    .where("original_key", "in", keys)
    .execute();
  const done = rows.filter((row) => judgeOriginal(row, transaction) === "done");
  if (done.length === 0) return 0;
  const moves = done.map(({ id }) => ({ id, from: ["unknown" as const], ...toDone(transaction, at) }));
  return (await storeRecords.move(moves)).length;
}
