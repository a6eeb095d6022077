import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import { noteReturn } from "./note-return.ts";
import { judgeOriginal } from "./search/judge-original.ts";
import { settleAs } from "./search/outcome.ts";
import { toDone } from "./search/resolution.ts";
import { storeRecords } from "./search/store-records.ts";
import { takeNote } from "./search/take-note.ts";

const context = { records: storeRecords, clock: () => Date.now() };

/**
 * Takes a transaction as the gateway has just shown it, whoever asked: settles the unknown attempt whose reference it
 * carries, and one that acted on it when its state is now as that command makes it. What a person has decided is confirmed
 * or contradicted, and a check that came back raises a notice. Returns how many attempts it changed. `seenBy` is for eyes:
 * "a webhook of 14:02".
 */
export async function offerEvidence(transaction: TransactionDetail, seenBy: string): Promise<number> {
  await noteReturn(transaction);
  const { settled } = await takeNote([transaction], seenBy, context);
  return settled.length + (await settleActions(transaction, context.clock()));
}

/** The same for a payment that somebody reads. Whatever becomes of the evidence, they get to see it. */
export async function offerRead(transaction: TransactionDetail): Promise<void> {
  await offerEvidence(transaction, "the payment itself").catch(logFailure);
}

/** The same for a page of a batch. Only references count: the rows of a list may hold less. */
export async function offerPage(transactions: readonly TransactionDetail[], batchKey: string): Promise<void> {
  const name = transactions.find(({ batch }) => batch?.sequence)?.batch?.sequence ?? batchKey;
  await takeNote(transactions, `batch ${name}`, context, batchKey).catch(logFailure);
}

const logFailure = (error: unknown) => log.error({ err: error }, "evidence could not be kept");

async function settleActions(transaction: TransactionDetail, at: number): Promise<number> {
  const keys = [transaction.key, transaction.refnum].filter((key) => key !== undefined);
  if (keys.length === 0) return 0;
  const rows = await db()
    .selectFrom("attempts")
    .selectAll()
    .where("original_key", "in", keys)
    .where(({ or, and, eb }) =>
      or([
        eb("state", "=", "unknown"),
        and([eb("state", "=", "resolved"), eb("next_look_at", "is not", null)]),
      ]),
    )
    .execute();
  let settled = 0;
  for (const row of rows.filter((one) => judgeOriginal(one, transaction) === "done")) {
    // What somebody did to the payment after a decision would be taken for this command.
    if (row.state === "resolved" && (await storeRecords.isFollowed(row))) continue;
    settled += (await settleAs(row, toDone(transaction, at), context)) ? 1 : 0;
  }
  return settled;
}
