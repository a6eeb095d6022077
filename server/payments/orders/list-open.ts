import type { OrderBalance } from "#lib/attempt.ts";
import { keptFields } from "#lib/charge/fields/kept-fields.ts";
import { type OpenOrder, paidCents, partsOf } from "#lib/payments/order.ts";
import { DAY_MS } from "#lib/time.ts";
import { listByIds } from "../attempts/attempt-queries.ts";
import { currencyOf } from "../attempts/attempt-row.ts";
import { listOrdersSince } from "./orders.ts";
import { readOrders } from "./read-orders.ts";

const openForMs = 30 * DAY_MS;
const maxOrders = 500;

/** Orders of the last 30 days of which a part is paid and a rest is due, or that were not undone to their end; oldest first. */
export async function listOpenOrders(now = Date.now()): Promise<OpenOrder[]> {
  const orders = await listOrdersSince(now - openForMs, maxOrders);
  const rows = new Map((await listByIds(orders.map(({ id }) => id))).map((row) => [row.id, row]));
  const read = await readOrders(
    orders.flatMap((order) => {
      const first = rows.get(order.id);
      return first ? [{ first, order }] : [];
    }),
  );
  return orders
    .flatMap((order) => {
      const first = rows.get(order.id);
      const balance = read.get(order.id);
      const kind = balance && openKind(balance);
      if (!first || !balance || !kind) return [];
      const { invoice } = keptFieldsOf(first.request);
      return {
        id: order.id,
        kind,
        totalCents: balance.askedCents,
        paidCents: paidCents(balance),
        dueCents: kind === "due" ? balance.openCents : 0,
        hasNoOutcome: partsOf(balance).some((part) => part.hasNoOutcome),
        ...currencyOf(first),
        ...(invoice && { invoice }),
        paymentMethods: partsOf(balance).map(({ paymentMethod }) => paymentMethod),
        by: balance.closed?.by ?? first.user_name,
        since: order.opened_at,
      };
    })
    .reverse();
}

/** Undefined for an order that waits for nobody: paid, undone to its end, left short, or without any payment. */
function openKind(balance: OrderBalance): OpenOrder["kind"] | undefined {
  const left = partsOf(balance);
  if (left.length === 0) return undefined;
  if (balance.closed?.as === "undone") return "undoing";
  return balance.openCents > 0 ? "due" : undefined;
}

function keptFieldsOf(request: string): { invoice?: string } {
  const invoice = keptFields(JSON.parse(request))["order.invoice"];
  return typeof invoice === "string" ? { invoice } : {};
}
