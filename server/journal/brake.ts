import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { type OtherCredit, type UnnamedCredit, unnamedAdvice, unnamedProblem } from "#lib/given-back.ts";
import { db } from "#server/db/db.ts";
import { givenBackWith, lockRefunds } from "./given-back.ts";
import { type NewAttempt, writePrepared } from "./store.ts";

/** What limits a refund: the payment as just read, and the refunds that are or may be of it and were made elsewhere. */
export type Brake = {
  original: TransactionDetail;
  others: readonly OtherCredit[];
  /** Those that may be. A quick refund has none of them: it gives its reason instead. */
  unnamed?: readonly UnnamedCredit[];
};

/** The refund is more than what is or may be left of the payment. Nothing was written down and nothing was sent. */
export type OverLeft = { kind: "over-left"; leftCents: number; question?: string };

/**
 * Writes a refund down unless it exceeds what is left. The row is written first and the sum is read after it, in one
 * commit: of two refunds in one moment the second sees the first.
 */
export async function insertBraked(
  row: NewAttempt,
  text: string,
  { original, others, unnamed = [] }: Brake,
): Promise<OverLeft | undefined> {
  try {
    await db()
      .transaction()
      .execute(async (store) => {
        await lockRefunds(store);
        await writePrepared(store, row, text);
        const { leftCents } = await givenBackWith(store, original, others, { exceptId: row.id });
        if (leftCents === 0 || (row.amount_cents ?? 0) > leftCents) throw new Over(leftCents);
        const question = unnamedProblem(row.amount_cents ?? undefined, leftCents, unnamed, original.currency);
        if (question) throw new Over(leftCents, `${question} ${unnamedAdvice}`);
      });
    return undefined;
  } catch (error) {
    if (error instanceof Over) {
      const { leftCents, question } = error;
      return { kind: "over-left", leftCents, ...(question && { question }) };
    }
    throw error;
  }
}

/** Undoes the writing: a stop leaves no trace. */
class Over extends Error {
  readonly leftCents: number;
  readonly question: string | undefined;

  constructor(leftCents: number, question?: string) {
    super("the refund exceeds what is left");
    this.leftCents = leftCents;
    this.question = question;
  }
}
