import type { Transaction } from "kysely";
import { businessDayBounds, businessDayOf } from "#lib/business-day.ts";
import type { MovementKind } from "#lib/drawer/cash-sums.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { Actor, ActorWithRole } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { businessClock } from "../business-clock.ts";
import { type FindApprover, toApprover } from "./approval.ts";
import { findShift, type Reader } from "./shifts.ts";

type Movement = { id: string; shift: number; kind: MovementKind; cents: number; reason: string };

/**
 * Records cash that was paid into an open drawer, paid out of it or taken to the safe. What is paid out above a drawer's
 * limit of the business day takes a manager's approval. The same `id` again is the same movement, and refused with other contents. Refused once
 * the drawer is counted: the count would not cover it.
 */
export async function recordMovement(
  person: ActorWithRole,
  movement: Movement,
  findApprover: FindApprover,
): Promise<Result<null>> {
  if (movement.cents === 0) return refuse("Enter an amount.", { amount: "Enter an amount." });
  const before = await findSame(person, movement);
  if (before) return before;
  const needsApproval = await isBeyondLimit(db(), movement);
  const approver = needsApproval ? await toApprover(person, findApprover) : ok(null);
  if (!approver.ok) return approver;
  const outcome = await db()
    .transaction()
    .execute((store) => insertMovement(store, person, movement, approver.value));
  if (outcome === "recorded") return ok(null);
  if (outcome === "limit")
    return refuse(
      "More was paid out of this drawer just now. Nothing was recorded. A manager has to approve this.",
    );
  const same = await findSame(person, movement);
  if (same) return same;
  const shift = await findShift(movement.shift);
  return refuse(
    shift
      ? `${shift.drawer} was counted. Nothing was recorded: put the cash back, or record it in the next shift.`
      : "There is no such shift.",
  );
}

async function insertMovement(
  store: Transaction<Database>,
  person: Actor,
  { id, shift, kind, cents, reason }: Movement,
  approver: Actor | null,
): Promise<"recorded" | "limit" | "not"> {
  // Locks the shift's row, so that a count and other movements wait for this one.
  const open = await store
    .updateTable("drawer_shifts")
    .set({ state: "open" })
    .where("number", "=", shift)
    .where("state", "=", "open")
    .executeTakeFirst();
  if (open.numUpdatedRows === 0n) return "not";
  if (!approver && (await isBeyondLimit(store, { shift, kind, cents }))) return "limit";
  const { numInsertedOrUpdatedRows } = await store
    .insertInto("drawer_movements")
    .values({
      id,
      shift,
      kind,
      cents,
      reason,
      at: Date.now(),
      user_id: person.id,
      user_name: person.name,
      approved_by: approver?.id ?? null,
      approved_by_name: approver?.name ?? null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return "not";
  await record(store, {
    name: "drawer.moved",
    by: person,
    subject: String(shift),
    fields: { kind, cents, reason, ...(approver && { approvedBy: approver.name }) },
  });
  return "recorded";
}

async function isBeyondLimit(
  store: Reader,
  { shift, kind, cents }: Pick<Movement, "shift" | "kind" | "cents">,
): Promise<boolean> {
  return kind === "paidOut" && cents > (await readPayOutLeft(store, shift));
}

/**
 * What can be paid out of the drawer of a shift on this business day without a manager's approval, in cents: closing it and
 * opening it again begins no new limit. What a manager approved does not count.
 */
export async function readPayOutLeft(store: Reader, shift: number, now = Date.now()): Promise<number> {
  const clock = businessClock();
  const { from } = businessDayBounds(clock, businessDayOf(clock, now));
  const ofDrawer = store
    .selectFrom("drawer_shifts")
    .select("number")
    .where("drawer", "=", (one) =>
      one.selectFrom("drawer_shifts").select("drawer").where("number", "=", shift),
    );
  const rows = await store
    .selectFrom("drawer_movements")
    .select("cents")
    .where("kind", "=", "paidOut")
    .where("approved_by", "is", null)
    .where("shift", "in", ofDrawer)
    .where((eb) => eb.or([eb("at", ">=", from), eb("shift", "=", shift)]))
    .execute();
  const paid = rows.reduce((sum, { cents }) => sum + cents, 0);
  return Math.max(0, env().drawerPayoutLimitCents - paid);
}

/** The answer to a movement whose `id` is in the store already; undefined when it is not. */
async function findSame(person: Actor, movement: Movement): Promise<Result<null> | undefined> {
  const known = await db()
    .selectFrom("drawer_movements")
    .selectAll()
    .where("id", "=", movement.id)
    .executeTakeFirst();
  if (!known) return undefined;
  return known.user_id === person.id && isSame(known, movement) ? ok(null) : refuse(otherContents);
}

const isSame = (known: Movement, { shift, kind, cents, reason }: Movement) =>
  known.shift === shift && known.kind === kind && known.cents === cents && known.reason === reason;

const otherContents =
  "This form was already recorded with different contents. Nothing more was recorded. Look at the drawer's activity, then reload the page.";
