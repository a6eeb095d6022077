import { sql } from "kysely";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import type { OtherCredit } from "#lib/given-back.ts";
import { db } from "#server/db/db.ts";
import { isPostgres } from "#server/db/dialect.ts";
import { givenBackWith } from "./given-back.ts";
import { type NewAttempt, writePrepared } from "./store.ts";

/** What limits a refund: the payment as just read, and the refunds of it that were made elsewhere. */
export type Brake = { original: TransactionDetail; others: readonly OtherCredit[] };

/** The refund is more than what is left of the payment. Nothing was written down and nothing was sent. */
export type OverLeft = { kind: "over-left"; leftCents: number };

/**
 * Writes a refund down unless it exceeds what is left. The row is written first and the sum is read after it, in one
 * commit: of two refunds in one moment the second sees the first.
 */
export async function insertBraked(
  row: NewAttempt,
  text: string,
  { original, others }: Brake,
): Promise<OverLeft | undefined> {
  try {
    await db()
      .transaction()
      .execute(async (store) => {
        const lock = `refunds of ${original.key ?? original.refnum}`;
        // The index keeps two actions on one transaction apart, but undoing a refund's void acts on the refund.
        if (isPostgres(db()))
          await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(store);
        await writePrepared(store, row, text);
        const { leftCents } = await givenBackWith(store, original, others, row.id);
        if (leftCents === 0 || (row.amount_cents ?? 0) > leftCents) throw new Over(leftCents);
      });
    return undefined;
  } catch (error) {
    if (error instanceof Over) return { kind: "over-left", leftCents: error.leftCents };
    throw error;
  }
}

/** Undoes the writing: a stop leaves no trace. */
class Over extends Error {
  readonly leftCents: number;

  constructor(leftCents: number) {
    super("the refund exceeds what is left");
    this.leftCents = leftCents;
  }
}
