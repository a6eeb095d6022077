import { type Kysely, sql } from "kysely";
import { paymentMethodWithoutName } from "#lib/payments/customer-fields.ts";
import type { Database } from "#server/db/database.ts";
import { isPostgres } from "#server/sql/dialect.ts";

/**
 * Takes the customers and free texts out of at most `most` requests for approval that ended before `before` (epoch ms), of those that were sent
 * with or after their payments. Returns how many.
 */
export async function forgetInRequests(
  store: Kysely<Database>,
  before: number,
  most: number,
): Promise<number> {
  const rows = await store
    .selectFrom("approval_requests")
    .select(["id", "payer"])
    // Written as in the index, which a bound value would not match.
    .where(sql<boolean>`customer_deleted = 0`)
    .where("asked_at", "<", before)
    .where("expires_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("attempts")
            .select("attempts.id")
            .whereRef("attempts.id", "=", "approval_requests.attempt_id")
            .where("attempts.customer_deleted", "=", 0),
        ),
      ),
    )
    .orderBy("asked_at")
    .limit(most)
    .$if(isPostgres(store), (query) => query.forUpdate().skipLocked())
    .execute();
  for (const { id, payer } of rows)
    await store
      .updateTable("approval_requests")
      .set({ payer: paymentMethodWithoutName(payer), ...emptied, customer_deleted: 1 })
      .where("id", "=", id)
      .execute();
  return rows.length;
}

/** Its time is over, also where nobody looked since. */
const emptied = { reason: null, note: null, decision_note: null, form: null, digest: "" };
