import type { CollectedRest } from "#lib/attempt.ts";
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
      const rest = read.get(order.id);
      const kind = rest && openKind(rest);
      if (!first || !rest || !kind) return [];
      const { invoice } = keptFieldsOf(first.request);
      return {
        id: order.id,
        kind,
        totalCents: rest.askedCents,
        paidCents: paidCents(rest),
        dueCents: kind === "due" ? rest.openCents : 0,
        hasNoOutcome: partsOf(rest).some((part) => part.hasNoOutcome),
        ...currencyOf(first),
        ...(invoice && { invoice }),
        paymentMethods: partsOf(rest).map(({ paymentMethod }) => paymentMethod),
        by: rest.closed?.by ?? first.user_name,
        since: order.opened_at,
      };
    })
    .reverse();
}

/** Undefined for an order that waits for nobody: paid, undone to its end, left short, or without any payment. */
function openKind(rest: CollectedRest): OpenOrder["kind"] | undefined {
  const left = partsOf(rest);
  if (left.length === 0) return undefined;
  if (rest.closed?.as === "undone") return "undoing";
  return rest.openCents > 0 ? "due" : undefined;
}

function keptFieldsOf(request: string): { invoice?: string } {
  const invoice = keptFields(JSON.parse(request))["order.invoice"];
  return typeof invoice === "string" ? { invoice } : {};
}
