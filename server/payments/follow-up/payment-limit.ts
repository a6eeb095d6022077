import type { Kysely } from "kysely";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import {
  changeProblem,
  type OtherCredit,
  type PaymentChange,
  type UnnamedCredit,
  unnamedAdvice,
  unnamedProblem,
} from "#lib/payments/refund-totals.ts";
import type { Database } from "#server/db/database.ts";
import { recordWithin } from "../approvals/within-limits.ts";
import { type NewAttempt, writePrepared } from "../attempts/attempts.ts";
import { type BalanceLimit, findOverBalance } from "./order-balance.ts";
import { hasChangedSince, lockRefunds, readRefundTotalsIn } from "./refund-totals.ts";

/** A change of a payment that what was given back limits: the payment as just read, and refunds of it made elsewhere. */
export type PaymentLimit = {
  change: PaymentChange;
  original: TransactionDetail;
  /** When the gateway was asked for it, epoch ms. */
  askedAt: number;
  others: readonly OtherCredit[];
  /** Refunds that may be of this payment; none where the person gave a reason to go on. */
  unnamed?: readonly UnnamedCredit[];
};

export type Limit = PaymentLimit | BalanceLimit;

/** It would give back more than was taken, or take more than is left to collect. Nothing was recorded and nothing was sent. */
export type OverLimit = { kind: "over-limit"; problem: string };

/**
 * Records the change unless it gives back more than is left of the payment, or leaves less to collect than was given back.
 * The row is written before the sum is read, in one commit: of two concurrent changes the second sees the first.
 */
export async function insertLimited(
  row: NewAttempt,
  text: string,
  limit: Limit,
): Promise<OverLimit | undefined> {
  try {
    await recordWithin(row, async (store) => {
      await lockRefunds(store);
      await writePrepared(store, row, text);
      const over = await findOverLimit(store, row.id, limit);
      if (over) throw new OverLimitError(over.problem);
    });
    return undefined;
  } catch (error) {
    if (error instanceof OverLimitError) return { kind: "over-limit", problem: error.message };
    throw error;
  }
}

/** Rolls the transaction back: what is refused leaves no trace. */
class OverLimitError extends Error {}

/** Whether the attempt `exceptId` exceeds the limit. For the transaction that has locked refunds and written that attempt. */
export async function findOverLimit(
  store: Pick<Kysely<Database>, "selectFrom">,
  exceptId: string,
  limit: Limit,
): Promise<OverLimit | undefined> {
  const problem =
    "completes" in limit
      ? await findOverBalance(store, exceptId, limit)
      : await findOverPayment(store, exceptId, limit);
  return problem === undefined ? undefined : { kind: "over-limit", problem };
}

const changedText = "The payment was just changed. Look at it again.";

async function findOverPayment(
  store: Pick<Kysely<Database>, "selectFrom">,
  exceptId: string,
  { change, original, askedAt, others, unnamed = [] }: PaymentLimit,
): Promise<string | undefined> {
  if (await hasChangedSince(store, original, askedAt)) return changedText;
  const totals = await readRefundTotalsIn(store, original, others, { exceptId });
  const problem = changeProblem(change, totals, original.currency);
  if (problem) return problem;
  const question = unnamedProblem(change, totals, unnamed, original.currency);
  return question && `${question} ${unnamedAdvice(change)}`;
}
