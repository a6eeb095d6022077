import type { CounterPayments } from "#lib/bulk/file/bulk-file.ts";
import type { SentRow } from "#lib/bulk/file/sent-rows.ts";
import { paymentName } from "#lib/bulk/payment-name.ts";
import { possibleDuplicateMs } from "#lib/charge/stop.ts";
import { changesPayment } from "#lib/gateway/commands.ts";
import { db } from "#server/db/db.ts";
import { hasNoOutcome, tookEffect } from "#server/payments/attempts/attempt-row.ts";
import { listFinishedByName, listRecentOrWithoutOutcome } from "#server/payments/attempts/payment-queries.ts";
import { fingerprintOf, fingerprintOfOriginal } from "#server/payments/card-data/fingerprint.ts";
import { withoutVoided } from "#server/payments/duplicate-guard.ts";
import { charging } from "#server/payments/follow-up/refund-totals.ts";

/** How many rows are named; the others are only counted. */
const maxRows = 20;

type Payment = { id: string; fingerprint: string; cents: number };

/**
 * Finds rows that take what a payment at the counter took in the last minutes, or may have taken: same card or account,
 * same amount. Rows are compared by fingerprint while they stream and are not stored.
 */
export class CounterMatch {
  readonly #payments: readonly Payment[];
  readonly #confirmed: readonly string[];
  /** What rows so far take, in cents: the cards of those that passed are known no more. */
  readonly #amounts = new Set<number>();
  #compared: Promise<void> = Promise.resolve();
  readonly #found: CounterPayments = { ids: [], rows: [], count: 0, cents: 0 };

  private constructor(payments: readonly Payment[], confirmed: readonly string[]) {
    this.#payments = payments;
    this.#confirmed = confirmed;
  }

  /** `confirmed`: payments that the sender has seen and confirmed. */
  static async start(confirmed: readonly string[], now = Date.now()): Promise<CounterMatch> {
    return new CounterMatch(await listTaken(confirmed, now), confirmed);
  }

  see({ row, cells, check }: SentRow): void {
    const { amountCents, command } = check;
    if (amountCents === undefined || !charging.includes(command) || changesPayment(command)) return;
    this.#amounts.add(amountCents);
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

  /** In cents, a payment taken since the start that a row may repeat: only a comparison from the start shows whether one does. */
  async findNew(now = Date.now()): Promise<number | undefined> {
    const known = new Set(this.#payments.map(({ id }) => id));
    const taken = await listTaken(this.#confirmed, now);
    return taken.find(({ id, cents }) => !known.has(id) && this.#amounts.has(cents))?.cents;
  }

  async #compare(row: number, payer: Payer, same: readonly Payment[]): Promise<void> {
    const fingerprint = await fingerprintOfPayer(payer);
    const met = same.filter((payment) => payment.fingerprint === fingerprint);
    if (met.length === 0) return;
    const { ids, rows } = this.#found;
    this.#found.ids = [...new Set([...ids, ...met.map(({ id }) => id)])];
    if (rows.length < maxRows) rows.push(row);
    this.#found.count += 1;
    this.#found.cents += met[0]?.cents ?? 0;
  }
}

/** What was taken at the counter in the last minutes, or may have been. */
async function listTaken(confirmed: readonly string[], now: number): Promise<Payment[]> {
  const rows = await listRecentOrWithoutOutcome(db(), charging, now - possibleDuplicateMs);
  // Declined payments, duplicates and voided payments took nothing; what is not settled yet may have.
  const took = await withoutVoided(db(), rows.filter(tookEffect));
  return rows
    .filter((row) => (hasNoOutcome(row) || took.includes(row)) && !confirmed.includes(row.id))
    .flatMap(({ id, fingerprint, amount_cents }): Payment[] =>
      fingerprint !== null && amount_cents !== null ? [{ id, fingerprint, cents: amount_cents }] : [],
    );
}

/** What a row pays with: a card, an account, or that of the earlier payment which it repeats. */
type Payer = { body: Record<string, unknown> } | { payment: string };

function toPayer({ ccnum, routing, account, trankey }: SentRow["cells"]): Payer {
  if (ccnum) return { body: { creditcard: { number: ccnum.replace(/[\s-]/g, "") } } };
  if (account) return { body: { check: { routing, account } } };
  return trankey?.trim() ? { payment: paymentName(trankey) } : { body: {} };
}

async function fingerprintOfPayer(payer: Payer): Promise<string | null> {
  if ("body" in payer) return fingerprintOf(payer.body);
  const { payment } = payer;
  const refnums = /^\d+$/.test(payment) ? [payment] : [];
  const [taken] = await listFinishedByName([payment], refnums, charging);
  return taken?.fingerprint ?? fingerprintOfOriginal(payment);
}
