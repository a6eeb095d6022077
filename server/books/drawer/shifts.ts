import type { Kysely, Selectable } from "kysely";
import type { Shift } from "#lib/drawer/shift.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { DrawerShiftsTable } from "#server/db/tables/books/drawer-shifts.ts";

export type ShiftRow = Selectable<DrawerShiftsTable>;

/** The store, or a transaction in it. */
export type Reader = Pick<Kysely<Database>, "selectFrom">;

export function findShift(number: number): Promise<ShiftRow | undefined> {
  return db().selectFrom("drawer_shifts").selectAll().where("number", "=", number).executeTakeFirst();
}

export function findOpen(drawer: string, store: Reader = db()): Promise<ShiftRow | undefined> {
  return store
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
  store: Reader = db(),
): Promise<ShiftRow | undefined> {
  return store
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

/** The shift that was opened next at the same drawer. */
export function findNext(
  store: Reader,
  { drawer, number }: Pick<ShiftRow, "drawer" | "number">,
): Promise<Pick<ShiftRow, "number" | "float_cents"> | undefined> {
  return store
    .selectFrom("drawer_shifts")
    .select(["number", "float_cents"])
    .where("drawer", "=", drawer)
    .where("number", ">", number)
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
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
