import type { Transaction } from "kysely";
import type { Shift } from "#lib/drawer/shift.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { Actor, ActorWithRole } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { lockName } from "#server/sql/lock.ts";
import { type FindApprover, toApprover } from "./approval.ts";
import { findLast, findOpen, type Reader, type ShiftRow, toShift } from "./shifts.ts";

export type Opening = {
  drawer: string;
  floatCents: number;
  /** Why the float is not what the last shift left; "" where it is. */
  reason: string;
};

/**
 * Opens a drawer with a float. Another float than the last shift left takes a reason, and beyond the tolerance the approval
 * of a manager. Of two people who open the same drawer, the second is refused; a repeated submit by the same person with the
 * same float returns the shift they opened.
 */
export async function openShift(
  person: ActorWithRole,
  opening: Opening,
  findApprover: FindApprover,
): Promise<Result<Shift>> {
  const { drawer } = opening;
  if (!env().cashDrawers.includes(drawer)) return refuse(`There is no drawer named ${drawer}.`);
  const open = await findOpen(drawer);
  if (open) return toOpened(open, person, opening);
  const left = await readLeft(db(), drawer);
  const wrong = problemOf(opening, left);
  if (wrong) return wrong;
  const approver = needsApproval(opening, left) ? await toApprover(person, findApprover) : ok(null);
  if (!approver.ok) return approver;
  const opened = await db()
    .transaction()
    .execute(async (store) => {
      await lockName<Database>(store, shiftsLock);
      if (await findOpen(drawer, store)) return undefined;
      // The last shift may have been closed since.
      const leftNow = await readLeft(store, drawer);
      if (leftNow?.cents !== left?.cents) return "changed" as const;
      const shift = await insertShift(store, person, opening, { left, approver: approver.value });
      await record(store, {
        name: "drawer.opened",
        by: person,
        subject: String(shift.number),
        fields: { cents: shift.float_cents },
      });
      return shift;
    });
  if (opened === "changed")
    return refuse(`The last shift of ${drawer} was closed just now. Look at what it left, then open it.`);
  if (opened) return ok(toShift(opened));
  const other = await findOpen(drawer);
  if (!other) return refuse(`${drawer} was opened and closed by someone else just now. Try again.`);
  return toOpened(other, person, opening);
}

/** Held while a shift is opened, and while one is closed: what it leaves and what the next one begins with are compared. */
export const shiftsLock = "drawer-shifts";

export type Left = { cents: number; by: string; at: number };

/** What the last shift of a drawer left for the next one. Undefined without one, and while it waits to be closed. */
export async function readLeft(store: Reader, drawer: string): Promise<Left | undefined> {
  const last = await findLast(drawer, ["open", "counted", "closed"], store);
  if (last?.state !== "closed") return undefined;
  return { cents: last.next_float_cents ?? 0, by: last.closed_by_name ?? "", at: last.closed_at ?? 0 };
}

function problemOf(
  { drawer, floatCents, reason }: Opening,
  left: Left | undefined,
): { ok: false; problem: Refusal } | undefined {
  if (left === undefined || floatCents === left.cents || reason !== "") return undefined;
  const problem = `The last shift of ${drawer} left ${formatMoney(left.cents)}. Enter why the float is different.`;
  return refuse(problem, { reason: problem });
}

const needsApproval = ({ floatCents }: Opening, left: Left | undefined) =>
  left !== undefined && Math.abs(floatCents - left.cents) > env().drawerToleranceCents;

async function insertShift(
  store: Transaction<Database>,
  person: Actor,
  { drawer, floatCents, reason }: Opening,
  { left, approver }: { left: Left | undefined; approver: Actor | null },
): Promise<ShiftRow> {
  const { last } = await store
    .selectFrom("drawer_shifts")
    .select(({ fn }) => fn.max("number").as("last"))
    .executeTakeFirstOrThrow();
  const isOther = left !== undefined && left.cents !== floatCents;
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
      left_cents: left?.cents ?? null,
      float_reason: isOther ? reason : null,
      float_approved_by: approver?.id ?? null,
      float_approved_by_name: approver?.name ?? null,
      cash_attempts: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function toOpened(open: ShiftRow, person: Actor, { drawer, floatCents }: Opening): Result<Shift> {
  if (open.opened_by === person.id && open.float_cents === floatCents) return ok(toShift(open));
  return refuse(
    `${open.opened_by_name} has opened ${drawer} with ${formatMoney(open.float_cents)} already. Nothing was done: work in that shift.`,
  );
}
