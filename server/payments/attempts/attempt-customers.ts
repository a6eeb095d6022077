import { type Kysely, sql } from "kysely";
import { paymentMethodWithoutName, withoutCustomerIn } from "#lib/payments/customer-fields.ts";
import type { Database } from "#server/db/database.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { isPostgres } from "#server/sql/dialect.ts";

/**
 * Takes the customers out of at most `most` resolved attempts from before `before` (epoch ms), out of what was sent and what was answered. Returns how
 * many.
 */
export async function forgetInAttempts(
  store: Kysely<Database>,
  before: number,
  most: number,
): Promise<number> {
  const rows = await store
    .selectFrom("attempts")
    .select(["id", "state", "payer", ...columns])
    // Written as in the index, which a bound value would not match.
    .where(sql<boolean>`customer_deleted = 0`)
    .where("prepared_at", "<", before)
    .where("state", "in", ["answered", "refused", "unsent", "resolved"])
    .orderBy("prepared_at")
    .limit(most)
    .$if(isPostgres(store), (query) => query.forUpdate().skipLocked())
    .execute();
  for (const { id, request, payer, ...row } of rows) {
    const changed = Object.fromEntries(
      columns.flatMap((name) => {
        const text = name === "request" ? request : row[name];
        return text === null ? [] : [[name, withoutCustomerIn(text)]];
      }),
    );
    await store
      .updateTable("attempts")
      .set({ ...changed, payer: paymentMethodWithoutName(payer), customer_deleted: 1 })
      .where("id", "=", id)
      .execute();
  }
  return rows.length;
}

/** What holds transactions as JSON. */
const columns = [
  "request",
  "answer",
  "original_before",
  "sighting",
  "contradiction",
  "lookup_notes",
  "returned",
] as const satisfies (keyof AttemptRow)[];
