import type { OrderBalance } from "#lib/attempt.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { findRow } from "../attempts/attempts.ts";
import { holdIds } from "../attempts/canceled-ids.ts";
import { lockRefunds } from "../follow-up/refund-totals.ts";
import { closeOrder } from "./orders.ts";
import { readBalance } from "./read-orders.ts";

/** Keeps what was paid of an order and collects no more. A part that is recorded before this stays a part of it. */
export async function leaveShort(
  { id, name }: Actor,
  { order }: { order: string },
): Promise<Result<OrderBalance>> {
  await closeUnderLock(order, { as: "short", by: { id, name } });
  const first = await findRow(order);
  const balance = first && (await readBalance(first));
  return balance ? ok(balance) : refuse("There is no such order. Nothing was done.");
}

/**
 * Waits for payments of any order that are being recorded, so that each is either a part of it or refused. The ids in `hold` can't be
 * canceled from this commit on; throws `IdCanceledError` when one of them was, and the order stays open.
 */
export async function closeUnderLock(
  id: string,
  end: Parameters<typeof closeOrder>[2],
  hold: readonly string[] = [],
): Promise<void> {
  await db()
    .transaction()
    .execute(async (store) => {
      await lockRefunds(store);
      if (hold.length > 0) await holdIds(store, hold);
      await closeOrder(store, id, end);
    });
}
