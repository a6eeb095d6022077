import type { Transaction } from "kysely";
import type { Database } from "#server/db/database.ts";

/**
 * Adds a cash payment to the shift that is open at this drawer; its number, or null when none is open. The shift's row stays
 * locked until the caller's commit: a count waits for it, so that no payment is recorded in a shift that was counted.
 */
export async function countInShift(store: Transaction<Database>, drawer: string): Promise<number | null> {
  const shift = await store
    .updateTable("drawer_shifts")
    .set(({ eb }) => ({ cash_attempts: eb("cash_attempts", "+", 1) }))
    .where("drawer", "=", drawer)
    .where("state", "=", "open")
    .returning("number")
    .executeTakeFirst();
  return shift?.number ?? null;
}
