import { type Attempt, hasNoOutcome, type OrderBalance, type OrderPart } from "#lib/attempt.ts";
import { allPartsOf, partsOf as countedOf } from "#lib/payments/order.ts";
import { isUndone } from "#lib/payments/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { PaymentOrderRow } from "#server/db/tables/payments/payment-orders.ts";
import { toCurrentAttempts } from "../follow-up/current-state.ts";
import {
  type BalanceLimit,
  findFirst,
  leftByFirst,
  listParts,
  listPartsOf,
  listRestoring,
  mayCount,
} from "../follow-up/order-balance.ts";
import { findOrder } from "./orders.ts";

/**
 * What was paid of an order so far, read by any of its payments. What was undone since stays listed and counts as
 * not collected, what has no answer yet as collected. Undefined for a payment that is no part of an order, or whose order has
 * no payment at all.
 */
export async function readBalance(row: AttemptRow): Promise<OrderBalance | undefined> {
  const first = await findFirst(row);
  const order = await findOrder(db(), first.id);
  return order && (await readOrders([{ first, order }])).get(first.id);
}

/** The rest of an order, with what a payment of `cents` toward it must not exceed. */
export async function readBalanceLimit(
  row: AttemptRow,
): Promise<
  { balance: OrderBalance; limit: Pick<BalanceLimit, "completes" | "undone" | "restored"> } | undefined
> {
  const first = await findFirst(row);
  // Read first: what undoes a void after this is missing here, and is found by the commit.
  const restoring = await listRestoring(db(), [first, ...(await listParts(db(), first.id))]);
  const balance = await readBalance(first);
  if (!balance) return undefined;
  // What a person decided alone frees no money of the order: neither what undid a part nor what would make it count again.
  const restored = restoring.filter(({ isConfirmed }) => isConfirmed).map(({ id }) => id);
  const payments = [first, ...(await listParts(db(), first.id))];
  const shown = (await toCurrentAttempts(payments, { isConfirmed: true })).filter(isGone);
  const gone = new Set(allPartsOf(balance).flatMap((part) => (part.isGone ? part.attemptId : [])));
  const undone = shown.flatMap(({ id }) => (gone.has(id) ? id : []));
  return { balance, limit: { completes: first.id, undone, restored } };
}

/** What `readBalance` reads, of many orders, each with its first payment. Costs no request. */
export async function readOrders(
  orders: readonly { first: AttemptRow; order: PaymentOrderRow }[],
): Promise<Map<string, OrderBalance>> {
  const partsOf = await listPartsOf(
    db(),
    orders.map(({ first }) => first.id),
  );
  const rows = orders.flatMap(({ first }) => [first, ...(partsOf.get(first.id) ?? [])]);
  const attempts = new Map((await toCurrentAttempts(rows)).map((attempt) => [attempt.id, attempt]));
  const read = new Map<string, OrderBalance>();
  for (const { first, order } of orders) {
    const begun = attempts.get(first.id);
    const parts = (partsOf.get(first.id) ?? []).flatMap(({ id }) => attempts.get(id) ?? []);
    if (begun && (mayCount(first) || parts.length > 0))
      read.set(first.id, toBalance({ first, order, begun, parts }));
  }
  return read;
}

function toBalance({
  first,
  order,
  begun,
  parts,
}: {
  first: AttemptRow;
  order: PaymentOrderRow;
  begun: Attempt;
  parts: Attempt[];
}): OrderBalance {
  const balance: OrderBalance = {
    first: mayCount(first) ? toPart(begun) : { ...toPart(begun), cents: 0 },
    askedCents: order.total_cents,
    cents: isGone(begun) ? order.total_cents : leftByFirst(first, order),
    openCents: 0,
    parts: parts.map(toPart),
    ...(order.closed_as && { closed: { as: order.closed_as, by: order.closed_by ?? "" } }),
  };
  const counted = countedOf(balance);
  if (counted.length > 0) {
    const sum = counted.reduce((total, { cents }) => total + cents, 0);
    balance.openCents = Math.max(0, order.total_cents - sum);
  }
  return balance;
}

function toPart(attempt: Attempt): OrderPart {
  const {
    id,
    paymentMethod,
    command,
    state,
    current,
    transaction,
    outcomeAt,
    cash,
    signedCents = 0,
  } = attempt;
  const now = current?.state;
  return {
    attemptId: id,
    paymentMethod,
    cents: signedCents,
    command,
    hasNoOutcome: hasNoOutcome(state),
    ...(isGone(attempt) && { isGone: true }),
    ...(now && { state: now }),
    ...(transaction?.key && { transactionKey: transaction.key }),
    ...(transaction?.authcode && { authcode: transaction.authcode }),
    ...(outcomeAt !== undefined && { outcomeAt }),
    ...(cash && { cash }),
  };
}

const isGone = ({ current, returned }: Attempt) => isUndone(current?.state) || returned !== undefined;
