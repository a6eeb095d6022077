import { denominations, maxPieces, type Pieces, totalOf } from "#lib/drawer/denominations.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { lockName } from "#server/sql/lock.ts";
import { shiftsLock } from "./open-shift.ts";
import { findNext, findShift } from "./shifts.ts";

export type NewCount = {
  id: string;
  shift: number;
  /** The count before, which this one follows; null for the first. */
  previous: string | null;
  pieces: Pieces;
};

/**
 * Stores a count of a drawer; from the first one on, its shift takes no more cash. What should be in the drawer is worked out
 * afterwards only. Counts are kept: a recount is a further one. Of two people who count at the same time one wins.
 */
export async function storeCount(person: Actor, count: NewCount): Promise<Result<null>> {
  const pieces = readPieces(count.pieces);
  if (!pieces) return refuse("Enter whole numbers only. Nothing was saved.");
  const shift = await findShift(count.shift);
  if (!shift) return refuse("There is no such shift.");
  const stored = await db()
    .transaction()
    .execute(async (store) => {
      await lockName<Database>(store, shiftsLock);
      if (count.previous !== null && (await findNext(store, shift))) return "next";
      const now = Date.now();
      const counted = await store
        .updateTable("drawer_shifts")
        .set(({ fn, val }) => ({
          state: "counted",
          count_id: count.id,
          counted_at: fn.coalesce("counted_at", val(now)),
        }))
        .where("number", "=", count.shift)
        .where("state", "=", count.previous === null ? "open" : "counted")
        .where("count_id", count.previous === null ? "is" : "=", count.previous)
        .executeTakeFirst();
      if (counted.numUpdatedRows === 0n) return false;
      await store
        .insertInto("drawer_counts")
        .values(({ selectFrom, fn, lit, eb, parens }) => ({
          id: count.id,
          shift: count.shift,
          position: selectFrom("drawer_counts")
            .select(eb(parens(fn.coalesce(fn.max("position"), lit(0))), "+", 1).as("next"))
            .where("shift", "=", count.shift),
          at: now,
          user_id: person.id,
          user_name: person.name,
          currency: ownCurrency,
          pieces: JSON.stringify(pieces),
          total_cents: totalOf(pieces),
        }))
        .execute();
      return true;
    });
  if (stored === "next")
    return refuse(
      `${shift.drawer} was opened for the next shift: the cash of this one can't be counted again. Close it with the count you have.`,
    );
  if (stored) return ok(null);
  return await toRefusal(person, count, JSON.stringify(pieces));
}

async function toRefusal(person: Actor, count: NewCount, pieces: string): Promise<Result<null>> {
  const last = await db()
    .selectFrom("drawer_counts")
    .select(["id", "user_id", "user_name", "pieces"])
    .where("shift", "=", count.shift)
    .orderBy("position", "desc")
    .executeTakeFirst();
  if (last?.id === count.id && last.user_id === person.id && last.pieces === pieces) return ok(null);
  const by = last?.user_name ?? "Someone";
  return refuse(
    `${by} has counted this drawer. Your count was not saved. Cancel to see theirs, or finish yours again as another count: both are kept, and the last one is compared.`,
  );
}

/** Known denominations with whole numbers, in their order; undefined for anything else. */
function readPieces(given: Pieces): Pieces | undefined {
  const isValid = Object.entries(given).every(
    ([id, count]) =>
      denominations.some((known) => known.id === id) &&
      Number.isInteger(count) &&
      count >= 0 &&
      count <= maxPieces,
  );
  return isValid ? Object.fromEntries(denominations.map(({ id }) => [id, given[id] ?? 0])) : undefined;
}
