import type { MovementKind } from "#lib/drawer/cash-sums.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { findShift, type Person } from "./shifts.ts";

type Movement = { id: string; shift: number; kind: MovementKind; cents: number; reason: string };

/**
 * Records cash that was paid into an open drawer, paid out of it or taken to the safe. The same `id` again is the same
 * movement, and refused with other contents. Refused once the drawer is counted: the count would not cover it.
 */
export async function recordMovement(person: Person, movement: Movement): Promise<Result<null>> {
  if (movement.cents === 0) return refuse("Enter an amount.", { amount: "Enter an amount." });
  const recorded = await db()
    .transaction()
    .execute(async (store) => {
      // Locks the shift's row, so that a count waits for this movement.
      const open = await store
        .updateTable("drawer_shifts")
        .set({ state: "open" })
        .where("number", "=", movement.shift)
        .where("state", "=", "open")
        .executeTakeFirst();
      if (open.numUpdatedRows === 0n) return false;
      const { numInsertedOrUpdatedRows } = await store
        .insertInto("drawer_movements")
        .values({ ...movement, at: Date.now(), user_id: person.id, user_name: person.name })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    });
  if (recorded) return ok(null);
  const known = await db()
    .selectFrom("drawer_movements")
    .selectAll()
    .where("id", "=", movement.id)
    .executeTakeFirst();
  if (known) return isSame(known, movement) && known.user_id === person.id ? ok(null) : refuse(otherContents);
  const shift = await findShift(movement.shift);
  return refuse(
    shift
      ? `${shift.drawer} was counted. Nothing was recorded: put the cash back, or record it in the next shift.`
      : "There is no such shift.",
  );
}

const isSame = (known: Movement, { shift, kind, cents, reason }: Movement) =>
  known.shift === shift && known.kind === kind && known.cents === cents && known.reason === reason;

const otherContents =
  "This form was recorded already, with other contents. Nothing more was recorded: look at the drawer's activity, then reload the page.";
