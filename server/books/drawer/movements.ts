import type { MovementKind } from "#lib/drawer/cash-sums.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { findShift, type Person } from "./shifts.ts";

/**
 * Records cash that was paid into an open drawer, paid out of it or taken to the safe. The same `id` again is the same
 * movement. Refused once the drawer is counted: the count would not cover it.
 */
export async function recordMovement(
  person: Person,
  movement: { id: string; shift: number; kind: MovementKind; cents: number; reason: string },
): Promise<Result<null>> {
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
      await store
        .insertInto("drawer_movements")
        .values({ ...movement, at: Date.now(), user_id: person.id, user_name: person.name })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      return true;
    });
  if (recorded) return ok(null);
  const known = await db()
    .selectFrom("drawer_movements")
    .select("id")
    .where("id", "=", movement.id)
    .where("user_id", "=", person.id)
    .executeTakeFirst();
  if (known) return ok(null);
  const shift = await findShift(movement.shift);
  return refuse(
    shift
      ? `${shift.drawer} was counted. Nothing was recorded: put the cash back, or record it in the next shift.`
      : "There is no such shift.",
  );
}
