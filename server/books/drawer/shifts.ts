import type { Selectable } from "kysely";
import { businessDayBounds } from "#lib/business-day.ts";
import type { Shift } from "#lib/drawer/shift.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { DrawerShiftsTable } from "#server/db/tables/books/drawer-shifts.ts";
import { env } from "#server/env.ts";
import { lockName } from "#server/sql/lock.ts";
import { businessClock } from "../business-clock.ts";

export type ShiftRow = Selectable<DrawerShiftsTable>;
export type Person = { id: string; name: string };

/**
 * Opens a drawer with a float. Of two people who open the same one, the second is refused; a repeated submit by the same
 * person with the same float returns the shift they opened.
 */
export async function openShift(
  person: Person,
  { drawer, floatCents }: { drawer: string; floatCents: number },
): Promise<Result<Shift>> {
  if (!env().cashDrawers.includes(drawer)) return refuse(`There is no drawer named ${drawer}.`);
  const opened = await db()
    .transaction()
    .execute(async (store) => {
      await lockName<Database>(store, "drawer-shifts");
      const { last } = await store
        .selectFrom("drawer_shifts")
        .select(({ fn }) => fn.max("number").as("last"))
        .executeTakeFirstOrThrow();
      return await store
        .insertInto("drawer_shifts")
        .values({
          number: (last ?? 0) + 1,
          drawer,
          state: "open",
          opened_at: Date.now(),
          opened_by: person.id,
          opened_by_name: person.name,
          float_cents: floatCents,
          cash_attempts: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
    });
  if (opened) return ok(toShift(opened));
  const open = await findOpen(drawer);
  if (!open) return refuse(`${drawer} was opened and closed by someone else just now. Try again.`);
  if (open.opened_by === person.id && open.float_cents === floatCents) return ok(toShift(open));
  return refuse(
    `${open.opened_by_name} has opened ${drawer} with ${formatMoney(open.float_cents)} already. Nothing was done: work in that shift.`,
  );
}

export function findShift(number: number): Promise<ShiftRow | undefined> {
  return db().selectFrom("drawer_shifts").selectAll().where("number", "=", number).executeTakeFirst();
}

export function findOpen(drawer: string): Promise<ShiftRow | undefined> {
  return db()
    .selectFrom("drawer_shifts")
    .selectAll()
    .where("drawer", "=", drawer)
    .where("state", "=", "open")
    .executeTakeFirst();
}

/** The newest shift of a drawer in a state. */
export function findLast(
  drawer: string,
  states: readonly ShiftRow["state"][],
): Promise<ShiftRow | undefined> {
  return db()
    .selectFrom("drawer_shifts")
    .selectAll()
    .where("drawer", "=", drawer)
    .where("state", "in", states)
    .orderBy("number", "desc")
    .executeTakeFirst();
}

/** Shifts that are not closed yet: open ones, and counted ones that wait to be closed. The oldest first. */
export async function readOpenShifts(): Promise<Shift[]> {
  const rows = await db()
    .selectFrom("drawer_shifts")
    .selectAll()
    .where("state", "in", ["open", "counted"])
    .orderBy("number")
    .execute();
  return rows.map(toShift);
}

/**
 * The shifts of a business day ("2026-11-20"), the oldest first: a closed one belongs to the day on which it was closed, another
 * one to the day on which it was opened.
 */
export async function readShiftsOfDay(day: string): Promise<Shift[]> {
  const { from, until } = businessDayBounds(businessClock(), day);
  const rows = await db()
    .selectFrom("drawer_shifts")
    .selectAll()
    .where(({ eb, fn }) => {
      const at = fn.coalesce("closed_at", "opened_at");
      return eb.and([eb(at, ">=", from), eb(at, "<", until)]);
    })
    .orderBy("number")
    .execute();
  return rows.map(toShift);
}

/** At most so many shifts, the newest first; those of one person are the ones they opened, counted or closed. */
export async function listShifts({
  before,
  limit,
  personId,
}: {
  before?: number | undefined;
  limit: number;
  personId?: string | undefined;
}): Promise<Shift[]> {
  let query = db().selectFrom("drawer_shifts").selectAll().orderBy("number", "desc").limit(limit);
  if (before !== undefined) query = query.where("number", "<", before);
  if (personId !== undefined)
    query = query.where(({ eb, exists, selectFrom }) =>
      eb.or([
        eb("opened_by", "=", personId),
        eb("closed_by", "=", personId),
        exists(
          selectFrom("drawer_counts")
            .select("drawer_counts.id")
            .whereRef("drawer_counts.shift", "=", "drawer_shifts.number")
            .where("drawer_counts.user_id", "=", personId),
        ),
      ]),
    );
  return (await query.execute()).map(toShift);
}

/** Whether a later shift was opened at the same drawer. */
export async function hasLaterShift({
  drawer,
  number,
}: Pick<ShiftRow, "drawer" | "number">): Promise<boolean> {
  const later = await db()
    .selectFrom("drawer_shifts")
    .select("number")
    .where("drawer", "=", drawer)
    .where("number", ">", number)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

export const toShift = (row: ShiftRow): Shift => ({
  number: row.number,
  drawer: row.drawer,
  state: row.state,
  openedAt: row.opened_at,
  openedBy: row.opened_by_name,
  floatCents: row.float_cents,
  countedAt: row.counted_at ?? undefined,
  closedAt: row.closed_at ?? undefined,
  closedBy: row.closed_by_name ?? undefined,
  approvedBy: row.approved_by_name ?? undefined,
  report: row.report ?? undefined,
  countedCents: row.counted_cents ?? undefined,
  expectedCents: row.expected_cents ?? undefined,
  overShortCents:
    row.counted_cents === null || row.expected_cents === null
      ? undefined
      : row.counted_cents - row.expected_cents,
  nextFloatCents: row.next_float_cents ?? undefined,
});
