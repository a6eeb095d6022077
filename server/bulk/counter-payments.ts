import type { CounterPayments } from "#lib/bulk/bulk-file.ts";
import type { SentRow } from "#lib/bulk/sent-rows.ts";
import { siblingMs } from "#lib/charge-stop.ts";
import { type CommandName, commands, takesMoney } from "#lib/gateway/commands.ts";
import { db } from "#server/db/db.ts";
import { fingerprintOf } from "#server/journal/fingerprint.ts";
import { isUnsettled, tookEffect, unsettledStates } from "#server/journal/store.ts";

const charging = (Object.keys(commands) as CommandName[]).filter(takesMoney);

/** How many rows are named; the others are only counted. */
const mostRows = 20;

type Payment = { id: string; fingerprint: string; cents: number };

/**
 * Finds rows that take what a payment at the counter took in the last minutes, or may have taken: same card or account,
 * same amount. Rows are compared by fingerprint while they stream; nothing of them is kept.
 */
export class CounterMatch {
  readonly #payments: readonly Payment[];
  #compared: Promise<void> = Promise.resolve();
  readonly #found: CounterPayments = { ids: [], rows: [], count: 0, cents: 0 };

  private constructor(payments: readonly Payment[]) {
    this.#payments = payments;
  }

  /** `confirmed` are payments that the sender has seen and lets pass. */
  static async start(confirmed: readonly string[], now = Date.now()): Promise<CounterMatch> {
    const rows = await db()
      .selectFrom("attempts")
      .selectAll()
      .where("fingerprint", "is not", null)
      .where("amount_cents", "is not", null)
      .where("command", "in", charging)
      .where(({ or, and, eb }) =>
        or([
          eb("state", "in", unsettledStates),
          and([eb("state", "in", ["answered", "resolved"]), eb("settled_at", ">=", now - siblingMs)]),
        ]),
      )
      .execute();
    const payments = rows
      // Declined payments and duplicates took nothing; what is not settled yet may have.
      .filter((row) => (isUnsettled(row) || tookEffect(row)) && !confirmed.includes(row.id))
      .flatMap(({ id, fingerprint, amount_cents }): Payment[] =>
        fingerprint !== null && amount_cents !== null ? [{ id, fingerprint, cents: amount_cents }] : [],
      );
    return new CounterMatch(payments);
  }

  see({ row, cells, check }: SentRow): void {
    const { amountCents, command } = check;
    if (amountCents === undefined || !charging.includes(command)) return;
    const same = this.#payments.filter(({ cents }) => cents === amountCents);
    // A fingerprint is made only of the few rows whose amount is one of these.
    if (same.length === 0) return;
    const payer = toPayer(cells);
    this.#compared = this.#compared.then(() => this.#compare(row, payer, same));
    this.#compared.catch(() => {}); // awaited at the end
  }

  /** Complete once every row was seen; undefined when none repeats a payment. */
  async end(): Promise<CounterPayments | undefined> {
    await this.#compared;
    return this.#found.count > 0 ? this.#found : undefined;
  }

  async #compare(row: number, payer: Record<string, unknown>, same: readonly Payment[]): Promise<void> {
    const fingerprint = await fingerprintOf(payer);
    const met = same.filter((payment) => payment.fingerprint === fingerprint);
    if (met.length === 0) return;
    const { ids, rows } = this.#found;
    this.#found.ids = [...new Set([...ids, ...met.map(({ id }) => id)])];
    if (rows.length < mostRows) rows.push(row);
    this.#found.count += 1;
    this.#found.cents += met[0]?.cents ?? 0;
  }
}

/** The part of a request that pays, as the journal's fingerprint reads it. */
const toPayer = ({ ccnum, routing, account }: SentRow["cells"]): Record<string, unknown> =>
  ccnum
    ? { creditcard: { number: ccnum.replace(/[\s-]/g, "") } }
    : account
      ? { check: { routing, account } }
      : {};
