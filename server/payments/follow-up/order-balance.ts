import { formatMoney } from "#lib/format/money.ts";
import { commandNames, paysOut, restoresPayment, voidsPayment } from "#lib/gateway/commands.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { PaymentOrderRow } from "#server/db/tables/payments/payment-orders.ts";
import { listCompleting, type Store } from "../attempts/attempt-queries.ts";
import { hasNoOutcome, tookEffect } from "../attempts/attempt-row.ts";
import { findRow } from "../attempts/attempts.ts";
import { listEffective } from "../attempts/payment-queries.ts";
import { signedCents } from "../attempts/signed-cents.ts";
import { findOrder } from "../orders/orders.ts";
import { findBulkCredits, listBulkActions } from "./bulk-credits.ts";
import { findVoided, isDecided } from "./refund-totals.ts";

/** What a payment toward the rest of an order must not exceed. */
export type BalanceLimit = {
  /** The first payment of the order. */
  completes: string;
  /** Payments of the order that were undone, as just read: they collected nothing. */
  undone: readonly string[];
  /** What had made one of these count again by then: anything recorded since does so now. */
  restored: readonly string[];
  /** Of the payment about to be sent, in cents. */
  cents: number;
  /** Missing for the merchant's own. */
  currency?: string | undefined;
  /** The id of a part that was undone and is to count again: that is possible after the order was closed too. */
  restores?: string;
};

/** What the first payment left of its order, in cents. One without an answer counts as paid, one that failed as nothing. */
export function leftByFirst(first: AttemptRow, { total_cents }: PaymentOrderRow): number {
  const paid = mayCount(first) ? (signedCents(first) ?? 0) : 0;
  return Math.max(0, total_cents - paid);
}

/** Whether it moved money or may have. */
export const mayCount = (row: AttemptRow): boolean => hasNoOutcome(row) || tookEffect(row);

/** The first payment of an order: the one whose rest this one, and each between them, collects. */
export async function findFirst(row: AttemptRow): Promise<AttemptRow> {
  const seen = new Set([row.id]);
  let first = row;
  while (first.completes && !seen.has(first.completes)) {
    seen.add(first.completes);
    const before = await findRow(first.completes);
    if (!before) break;
    first = before;
  }
  return first;
}

/** What collected the rest of a payment or may have, the oldest first; also what collected the rest of such a part. */
export async function listParts(store: Store, firstId: string): Promise<AttemptRow[]> {
  return (await listPartsOf(store, [firstId])).get(firstId) ?? [];
}

/** What collected the rest of many orders or may have, by their first payments. */
export async function listPartsOf(
  store: Store,
  firstIds: readonly string[],
): Promise<Map<string, AttemptRow[]>> {
  const orderOf = new Map(firstIds.map((id) => [id, id]));
  const parts: AttemptRow[] = [];
  for (let ids = firstIds; ids.length > 0; ) {
    const found = (await listCompleting(store, ids)).filter(({ id }) => !orderOf.has(id));
    for (const { id, completes } of found) orderOf.set(id, orderOf.get(completes ?? "") ?? "");
    parts.push(...found);
    ids = found.map(({ id }) => id);
  }
  const counted = parts.filter(mayCount).sort((one, other) => one.prepared_at - other.prepared_at);
  return Map.groupBy(counted, ({ id }) => orderOf.get(id) ?? "");
}

/**
 * Why the rest is not collected by this payment, inside the commit that has written it as `exceptId`; undefined if it may be.
 * A payment whose void is being undone, or whose refund is being voided, at that moment counts as one without an answer.
 */
export async function findOverBalance(
  store: Store,
  exceptId: string,
  { completes, undone, restored, cents, currency, restores }: BalanceLimit,
): Promise<string | undefined> {
  const order = await findOrder(store, completes);
  if (!order) throw new Error("an order vanished from the store");
  if (order.closed_as && !restores) return closedProblem(order);
  const first = await findRow(completes, store);
  const payments = [...(first && mayCount(first) ? [first] : []), ...(await listParts(store, completes))];
  const isGone = ({ id }: AttemptRow) => undone.includes(id);
  const restoring = (await listRestoring(store, payments.filter(isGone))).filter(
    ({ id }) => id !== exceptId && !restored.includes(id),
  );
  const restoringOf = ({ transaction_key }: AttemptRow) =>
    restoring.find(({ restores }) => restores === transaction_key);
  const counted = payments.filter((row) => row.id !== exceptId && (!isGone(row) || restoringOf(row)));
  const withoutOutcome = counted.filter((row) => {
    const by = restoringOf(row);
    return by ? !by.isConfirmed : hasNoOutcome(row);
  });
  const sumOf = (rows: AttemptRow[]) => rows.reduce((sum, row) => sum + (signedCents(row) ?? 0), 0);
  const openCents = order.total_cents - sumOf(counted);
  const noOutcomeCents = sumOf(withoutOutcome);
  if (restores && noOutcomeCents === 0 && cents > openCents) return collectedOtherwise;
  return balanceProblem(cents, { openCents, noOutcomeCents }, currency);
}

const collectedOtherwise =
  "The part of the order that this payment covered was collected another way. This would take that money twice.";

/** By an attempt or a row of a bulk file. `isConfirmed`: the gateway has shown that it was done, not only a person decided it. */
export type Restoring = {
  id: string;
  /** The key of the payment that counts again. */
  restores: string | null;
  isConfirmed: boolean;
};

/** What undid the voids of these payments, or voided refunds of them, or may have. */
export async function listRestoring(store: Store, payments: readonly AttemptRow[]): Promise<Restoring[]> {
  const keys = payments.flatMap(({ transaction_key }) => transaction_key ?? []);
  if (keys.length === 0) return [];
  const voiders = commandNames.filter(voidsPayment);
  const refunded = await findRefundsOf(store, keys);
  const refunds = [...refunded.keys()];
  const unvoids = await listEffective(store, keys, commandNames.filter(restoresPayment));
  const voids = await listEffective(store, refunds, voiders);
  const paymentOf = (refund: string | null) => refunded.get(refund ?? "") ?? null;
  const inFiles = await listBulkActions(store, refunds, voiders);
  // The result of a row alone does not make its refund count as voided: until that is read, it is as good as no answer.
  const seen = await findVoided(store, refunds);
  return [
    ...[
      ...unvoids.map((row) => ({ row, restores: row.original_key })),
      ...voids.map((row) => ({ row, restores: paymentOf(row.original_key) })),
    ]
      .filter(({ row }) => mayCount(row))
      .map(({ row, restores }) => ({
        id: row.id,
        restores,
        isConfirmed: tookEffect(row) && !isDecided(row),
      })),
    ...inFiles.map(({ id, trankey, isConfirmed }) => ({
      id,
      restores: paymentOf(trankey),
      isConfirmed: isConfirmed && seen.has(trankey),
    })),
  ];
}

/** The payments by the refunds that this console and its bulk files made of them. */
async function findRefundsOf(store: Store, keys: readonly string[]): Promise<Map<string, string | null>> {
  const own = await listEffective(store, keys, commandNames.filter(paysOut));
  const refunds = own.map((row) => [row.transaction_key, row.original_key] as const);
  for (const key of keys)
    for (const credit of await findBulkCredits(store, { key })) refunds.push([credit.key ?? null, key]);
  return new Map(
    refunds.flatMap(([refund, payment]) => (refund && refund !== payment ? [[refund, payment]] : [])),
  );
}

/** Why nothing more is collected for an order that was closed. */
export const closedProblem = ({ closed_as, closed_by }: Pick<PaymentOrderRow, "closed_as" | "closed_by">) =>
  closed_as === "undone"
    ? `${closed_by} undid this order. Nothing more is collected for it. Take a new payment.`
    : `${closed_by} closed this order partly paid. Nothing more is collected for it. Take a new payment.`;

/** Why an amount is not collected toward the rest of an order, or undefined. All in cents. */
export function balanceProblem(
  cents: number,
  { openCents, noOutcomeCents }: { openCents: number; noOutcomeCents: number },
  code?: string,
): string | undefined {
  if (cents <= openCents) return undefined;
  const money = (amount: number) => formatMoney(amount, { code });
  const withoutOutcome = `${money(noOutcomeCents)} of that payment is not confirmed yet and may have been collected.`;
  if (openCents <= 0)
    return noOutcomeCents > 0
      ? `${withoutOutcome} Wait until the outcome is known before you collect it.`
      : "The rest of that payment was collected already.";
  return noOutcomeCents > 0
    ? `${withoutOutcome} Only ${money(openCents)} more can be collected until the outcome is known.`
    : `Only ${money(openCents)} of that payment is still to collect. Take more as a payment of its own.`;
}
