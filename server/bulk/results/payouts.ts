import type { Kysely } from "kysely";
import { isReviewed, type KnownPayment, type Review } from "#lib/bulk/approval.ts";
import type { SentRow } from "#lib/bulk/file/sent-rows.ts";
import { paymentName } from "#lib/bulk/payment-name.ts";
import { fractionProblem } from "#lib/format/amount-text.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type CommandName, dependsOnSettlement, isNewCredit, voidsPayment } from "#lib/gateway/commands.ts";
import {
  changeProblem,
  type PaymentChange,
  paymentChange,
  type RefundTotals,
  toRefundTotals,
  unnamedProblem,
} from "#lib/payments/refund-totals.ts";
import { isRefund } from "#lib/payments/transaction-labels.ts";
import { readToday } from "#server/books/index/read-today.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { findActedOn } from "#server/payments/attempts/payment-queries.ts";
import { findVoidedInBulk } from "#server/payments/follow-up/bulk-credits.ts";
import { findOverBalance } from "#server/payments/follow-up/order-balance.ts";
import {
  changing,
  crediting,
  findMaybeVoided,
  hasChangedSince,
  lockRefunds,
  readRefundTotalsIn,
  voiding,
} from "#server/payments/follow-up/refund-totals.ts";
import { findOriginals, inPieces, namesOf, type Original, type Originals, type Payout } from "./originals.ts";

/** Limits the rows of a file that give back or change an earlier payment to what is left of it, as far as the console knows. */

type SentPayout = Payout & { line: number };

type Store = Pick<Kysely<Database>, "selectFrom">;

/** Collects the payouts of a file while its rows stream, in the order in which they are sent. */
export class PayoutList {
  readonly payouts: SentPayout[] = [];
  /** Line 1 is the header. */
  #line = 1;

  see({ row, cells, check: { command, amountCents } }: SentRow): void {
    this.#line += 1;
    const trankey = paymentName(cells.trankey);
    if (trankey && isReviewed(command))
      this.payouts.push({ row, line: this.#line, command, trankey, cents: amountCents ?? null });
  }
}

/** The rows of an approved file that act on an earlier payment. */
export const payoutsIn = ({ payouts }: Review): Payout[] =>
  payouts.flatMap(({ original, ...payout }) =>
    original ? [{ ...payout, trankey: paymentName(original) }] : [],
  );

/** Why the file's payouts may not be sent; undefined once they are recorded and count as given back. */
export async function reservePayouts(
  fileId: string,
  payouts: readonly SentPayout[],
  known: Originals,
): Promise<string | undefined> {
  if (payouts.length === 0) return undefined;
  if (typeof known === "string") return known;
  try {
    await db()
      .transaction()
      .execute(async (store) => {
        await lockRefunds(store);
        await store.deleteFrom("bulk_payouts").where("file_id", "=", fileId).execute();
        const over = await findOver(store, payouts, known, fileId);
        if (over) throw new OverRemainingError(over);
        for (const some of inPieces(payouts))
          await store
            .insertInto("bulk_payouts")
            .values(
              // Under its key, by which the counter finds it, also where the row has its reference number.
              some.map((payout) => ({
                file_id: fileId,
                ...payout,
                trankey: known.get(payout.trankey)?.transaction.key ?? payout.trankey,
              })),
            )
            .execute();
      });
    return undefined;
  } catch (error) {
    if (error instanceof OverRemainingError) return error.message;
    throw error;
  }
}

/**
 * Whether a submitted file would pay out more than is left of its payments, and what the approver is shown of each payment.
 * `problem`: why it could not be answered. `unread` counts the rows whose payments were not read.
 */
export async function checkPayouts(
  fileId: string,
  payouts: readonly Payout[],
): Promise<{
  over?: string | undefined;
  problem?: string;
  payments: Record<string, KnownPayment>;
  unread: number;
}> {
  const payments: Record<string, KnownPayment> = {};
  if (payouts.length === 0) return { payments, unread: 0 };
  const known = await findOriginals(payouts, await readToday());
  if (typeof known === "string") return { problem: known, payments, unread: payouts.length };
  const over = await findOver(db(), payouts, known, fileId, ({ transaction }, trankey, totals) => {
    payments[trankey] = {
      currency: transaction.currency,
      soldCents: totals.soldCents,
      leftCents: totals.leftCents,
      isSettled: transaction.status_code === undefined ? undefined : transaction.status_code === "S",
      isRefund: isRefund(transaction),
    };
  });
  return { over, payments, unread: payouts.filter(({ trankey }) => !known.has(trankey)).length };
}

/** Rolls the transaction back. */
class OverRemainingError extends Error {}

async function findOver(
  store: Store,
  payouts: readonly Payout[],
  known: ReadonlyMap<string, Original>,
  fileId: string,
  /** Is called for each payment with what it comes to before the rows. */
  onPayment?: (original: Original, trankey: string, totals: RefundTotals) => void,
): Promise<string | undefined> {
  const touched = await findTouched(store, known.values());
  /** What the payments come to after the rows so far. */
  const states = new Map<Original, Pick<RefundTotals, "soldCents" | "refundedCents" | "leftCents">>();
  const before = new Map<Original, RefundTotals>();
  /** The parts that rows so far make count again, with their cents, by order. */
  const restored = new Map<string, Map<string | undefined, number>>();
  for (const payout of payouts) {
    const { row, command, trankey, cents } = payout;
    const original = known.get(trankey);
    if (!original) continue;
    const { transaction, others, balance } = original;
    if (balance && voidsPayment(command)) {
      // One whose money was given back in pieces counts again at the first of them.
      const parts = new Map([...(restored.get(balance.completes) ?? []), [balance.restores, balance.cents]]);
      const cents = parts.values().reduce((sum, part) => sum + part, 0);
      const over = await findOverBalance(store, "", { ...balance, cents });
      if (over) return `Row ${formatCount(row)}, payment ${trankey}: ${over}`;
      restored.set(balance.completes, parts);
    }
    const names = namesOf(transaction);
    const isTouched = names.some((name) => touched.has(name));
    const first =
      before.get(original) ??
      (isTouched || others.length > 0
        ? await readRefundTotalsIn(store, transaction, others, { exceptFile: fileId })
        : toRefundTotals(transaction, [], [], new Set()));
    before.set(original, first);
    onPayment?.(original, trankey, first);
    const totals = states.get(original) ?? first;
    const change = withRest(
      command,
      paymentChange(command, cents ?? undefined, transaction),
      totals.leftCents,
    );
    if (!change) continue;
    const problem = await problemOfRow(store, payout, original, { change, totals, isTouched });
    if (problem) return problem;
    const soldCents = "leaves" in change ? change.leaves : totals.soldCents;
    const refundedCents = totals.refundedCents + ("gives" in change ? (change.gives ?? totals.soldCents) : 0);
    states.set(original, { soldCents, refundedCents, leftCents: Math.max(0, soldCents - refundedCents) });
  }
  return undefined;
}

/** Why this row can't be sent. `totals` is what its payment comes to after the rows before it. */
async function problemOfRow(
  store: Store,
  { row, command, trankey, cents }: Payout,
  { transaction, unnamed, askedAt }: Original,
  {
    change,
    totals,
    isTouched,
  }: {
    change: PaymentChange;
    totals: Pick<RefundTotals, "soldCents" | "refundedCents" | "leftCents">;
    isTouched: boolean;
  },
): Promise<string | undefined> {
  if (isTouched && (await isVoided(store, namesOf(transaction))))
    return `Row ${formatCount(row)}: payment ${trankey} was voided, or a void of it has no known outcome yet.`;
  if (isTouched && (await hasChangedSince(store, transaction, askedAt)))
    return `Row ${formatCount(row)}: payment ${trankey} was changed after it was read. Open its page, which reads it again, then send the file again.`;
  const fraction = cents === null ? undefined : fractionProblem(cents, transaction.currency);
  if (fraction) return `Row ${formatCount(row)}, payment ${trankey}: ${fraction}`;
  const problem = changeProblem(change, totals, transaction.currency);
  const code = { code: transaction.currency };
  if (problem && "gives" in change)
    return `Row ${formatCount(row)} gives back ${formatMoney(change.gives || totals.soldCents, code)} on payment ${trankey}, but only ${formatMoney(totals.leftCents, code)} is left of it.`;
  // Before settlement they void or lower the payment, and still name no more than it is (contract: creditvoid).
  if (dependsOnSettlement(command) && "leaves" in change && cents !== null && cents > totals.soldCents)
    return `Row ${formatCount(row)} names ${formatMoney(cents, code)} for payment ${trankey}, which is only ${formatMoney(totals.soldCents, code)}.`;
  if (problem) return `Row ${formatCount(row)}, payment ${trankey}: ${problem}`;
  // A second person approves every new credit.
  const question = isNewCredit(command)
    ? undefined
    : unnamedProblem(change, totals, unnamed, transaction.currency);
  return question
    ? `Row ${formatCount(row)}, payment ${trankey}: ${question} Exclude the row, and act on the payment's own page.`
    : undefined;
}

/** Without an amount a connected refund gives back what is left of its payment; a new credit its whole amount. */
function withRest(
  command: CommandName,
  change: PaymentChange | undefined,
  leftCents: number,
): PaymentChange | undefined {
  const takesRest = !isNewCredit(command) || command === "check:credit";
  return change && "gives" in change && change.gives === undefined && takesRest
    ? { gives: leftCents }
    : change;
}

async function isVoided(store: Store, names: readonly string[]): Promise<boolean> {
  return (await findMaybeVoided(store, names)).size > 0 || (await findVoidedInBulk(store, names)).size > 0;
}

/** Which of these payments this console gave back, voided, or may have: most rows of a long file need no further check. */
async function findTouched(store: Store, originals: Iterable<Original>): Promise<Set<string>> {
  const touched = new Set<string>();
  const all = [...originals].flatMap(({ transaction }) => namesOf(transaction));
  for (const names of inPieces([...new Set(all)])) {
    const rows = await store
      .selectFrom("bulk_payouts")
      .select("trankey")
      .where("trankey", "in", names)
      .execute();
    for (const name of await findActedOn(store, names, [...crediting, ...voiding, ...changing]))
      touched.add(name);
    for (const { trankey } of rows) touched.add(trankey);
  }
  return touched;
}
