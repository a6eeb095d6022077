import { type Kysely, sql, type Transaction } from "kysely";
import { withoutCustomerIn } from "#lib/payments/customer-fields.ts";
import { deletedEvent } from "#server/audit/deleted-event.ts";
import { record } from "#server/audit/record.ts";
import { forgetInIndex } from "#server/books/index/forget-customers.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { forgetInAttempts } from "#server/payments/attempts/attempt-customers.ts";
import { forgetInRequests } from "#server/payments/attempts/request-customers.ts";
import { emptyWal } from "#server/sql/dialect.ts";

/**
 * Deletes who paid from payments made before `before` (epoch ms), at most `most` rows of each kind: names, addresses, emails and free texts. What
 * the books count stays: amounts, keys, codes, days, last four digits, invoice and order numbers, signatures. Unsettled payments keep all. Each
 * step is one commit with its event in the audit log, and what is left is found by the next call. Returns how many rows changed.
 */
export async function forgetCustomers(before: number, most = 500): Promise<number> {
  let forgotten = 0;
  for (const [kind, forget] of Object.entries(steps))
    forgotten += await db()
      .transaction()
      .execute(async (store) => {
        const rows = await forget(store, before, most);
        if (rows > 0) await record(store, deletedEvent(kind, rows, before));
        return rows;
      });
  if (forgotten > 0) await emptyWal(db());
  return forgotten;
}

type Forget = (store: Transaction<Database>, before: number, most: number) => Promise<number>;

const steps: Record<string, Forget> = {
  "customers of payments taken here": forgetInAttempts,
  "customers in requests for approval": forgetInRequests,
  "customers of transactions": forgetInTransactions,
  "customers in bulk files": forgetInBulkFiles,
  "listed customers": forgetListed,
  "holders of saved cards": forgetHolders,
  "old lists of the gateway": forgetReadings,
};

/** The index has every transaction the console saw; the rest is found by it. */
async function forgetInTransactions(store: Kysely<Database>, before: number, most: number): Promise<number> {
  const keys = await forgetInIndex(store, before, most);
  if (keys.length === 0) return 0;
  const cached = await store
    .selectFrom("cached_transactions")
    .select(["key", "detail"])
    .where("key", "in", keys)
    .execute();
  for (const { key, detail } of cached)
    await store
      .updateTable("cached_transactions")
      .set({ detail: withoutCustomerIn(detail) })
      .where("key", "=", key)
      .execute();
  await store.deleteFrom("customer_payments").where("transaction_key", "in", keys).execute();
  return keys.length;
}

/** One file at a time: its rows as the gateway showed them, and what its approver saw of them. */
async function forgetInBulkFiles(store: Kysely<Database>, before: number): Promise<number> {
  const file = await store
    .selectFrom("bulk_files")
    .select(["id", "bulk_key"])
    .where(({ fn, eb }) => eb(fn.coalesce("sent_at", "prepared_at"), "<", before))
    .where("state", "in", ["sent", "refused", "cancelled"])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("review", "is not", null),
        exists(
          selectFrom("bulk_results")
            .select("position")
            .whereRef("group_key", "=", "bulk_files.bulk_key")
            .where(namesCustomer),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!file) return 0;
  await store
    .updateTable("bulk_files")
    .set({ review: null, payments: null, counter_payments: null })
    .where("id", "=", file.id)
    .execute();
  const { numUpdatedRows } = await store
    .updateTable("bulk_results")
    .set({ cardholder: null, description: null, cells: null })
    .where("group_key", "=", file.bulk_key ?? "")
    .where(namesCustomer)
    .executeTakeFirst();
  return Number(numUpdatedRows) + 1;
}

const namesCustomer = sql<boolean>`(cardholder is not null or description is not null or cells is not null)`;

async function forgetListed(store: Kysely<Database>, before: number, most: number): Promise<number> {
  const rows = await store
    .selectFrom("customers")
    .select("id")
    .where("seen_at", "<", before)
    .orderBy("seen_at")
    .limit(most)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await store.deleteFrom("customer_payments").where("customer_id", "in", ids).execute();
  await store.deleteFrom("customers").where("id", "in", ids).execute();
  return ids.length;
}

/** A card that nobody used or looked up for so long keeps its token. */
async function forgetHolders(store: Kysely<Database>, before: number): Promise<number> {
  const { numUpdatedRows } = await store
    .updateTable("saved_cards")
    .set({ holder: null, holder_term: null })
    .where("seen_at", "<", before)
    .where("holder", "is not", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function forgetReadings(store: Kysely<Database>, before: number): Promise<number> {
  const { numDeletedRows } = await store
    .deleteFrom("cached_readings")
    .where("read_at", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
