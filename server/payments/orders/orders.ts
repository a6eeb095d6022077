import type { Kysely, Transaction } from "kysely";
import { record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { PaymentOrderRow } from "#server/db/tables/payments/payment-orders.ts";

/** All SQL on payments in several parts. What was paid of one is read from its attempts (../follow-up/order-balance.ts). */

/** Opens an order with its first part, in the caller's commit. A split that was also approved in part is one order. */
export async function openOrder(
  store: Pick<Kysely<Database>, "insertInto">,
  id: string,
  totalCents: number,
  at: number,
): Promise<void> {
  await store
    .insertInto("payment_orders")
    .values({ id, total_cents: totalCents, opened_at: at })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export function findOrder(
  store: Pick<Kysely<Database>, "selectFrom">,
  id: string,
): Promise<PaymentOrderRow | undefined> {
  return store.selectFrom("payment_orders").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Which of these attempts are the first part of an order. */
export async function findOrderIds(attemptIds: readonly string[]): Promise<Set<string>> {
  if (attemptIds.length === 0) return new Set();
  const rows = await db().selectFrom("payment_orders").select("id").where("id", "in", attemptIds).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Orders opened since that moment (epoch ms) that were not left short, oldest first. */
export function listOrdersSince(since: number, limit: number): Promise<PaymentOrderRow[]> {
  return db()
    .selectFrom("payment_orders")
    .selectAll()
    .where("opened_at", ">=", since)
    .where((eb) => eb.or([eb("closed_as", "is", null), eb("closed_as", "=", "undone")]))
    .orderBy("opened_at", "desc")
    .limit(limit)
    .execute();
}

type End = { as: "undone" | "short"; by: Actor };

/**
 * Closes an order: from this commit on no part is collected for it. One that was left short can still be undone; one that
 * is being undone stays so. The caller holds the lock that collecting takes.
 */
export async function closeOrder(store: Transaction<Database>, id: string, { as, by }: End): Promise<void> {
  const closed = await store
    .updateTable("payment_orders")
    .set({ closed_at: Date.now(), closed_by: by.name, closed_as: as })
    .where("id", "=", id)
    .where((eb) =>
      as === "undone"
        ? eb.or([eb("closed_as", "is", null), eb("closed_as", "=", "short")])
        : eb("closed_as", "is", null),
    )
    .executeTakeFirst();
  if (closed.numUpdatedRows > 0n)
    await record(store, { name: "order.closed", by, subject: id, fields: { as } });
}
