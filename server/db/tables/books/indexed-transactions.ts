import { type Generated, type Selectable, sql } from "kysely";
import type { BatchKind } from "#lib/batches/batch-sums.ts";
import type { IndexedOutcome, IndexSource } from "#lib/books/indexed-transaction.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { defineTable } from "#server/sql/table.ts";

export interface IndexedTransactionsTable {
  /** The transaction's key, or the attempt's id while no key is known. */
  id: string;
  transaction_key: string | null;
  /** The attempt of this console that made it. */
  attempt_id: string | null;
  /** What showed it last. */
  source: IndexSource;
  /** Epoch ms of that reading, as all times here. */
  read_at: number;
  created_at: number;
  /** "2026-11-20": the store's day by its cut-off (lib/business-day.ts). */
  business_day: string;
  batch_key: string | null;
  refnum: string | null;
  authcode: string | null;
  invoice: string | null;
  orderid: string | null;
  /** Who paid, as far as the transaction names them. */
  customer: string | null;
  description: string | null;
  last_four: string | null;
  /** "Visa", "Mastercard" …; null where no card was used. */
  brand: string | null;
  tender: Tender;
  trantype_code: string | null;
  /** Where it counts in its batch. */
  kind: BatchKind;
  phase: Phase;
  outcome: IndexedOutcome;
  /** Why it was declined, refused or not sent. */
  reason: string | null;
  /** Hundredths of a unit, never negative; null when none is known. */
  cents: number | null;
  /** What it adds to the merchant's money: 0 unless it was approved and is or will be collected, negative for money back. */
  net_cents: number;
  tip_cents: number | null;
  tax_cents: number | null;
  shipping_cents: number | null;
  /** As the gateway names it; null for the merchant's own. */
  currency: string | null;
  /** What was given back on it since, as far as this console knows. */
  refunded_cents: Generated<number>;
  /** The person of this console who took it; null for one taken elsewhere. */
  user_id: string | null;
  user_name: string | null;
  /** The clerk and the source that the gateway names. */
  clerk: string | null;
  source_name: string | null;
  /** When the gateway is to be asked for it again; null for what a batch shows and what can change no more. */
  reread_at: number | null;
  /** What it is found by (`transaction_terms`), in lines: "\nlee\nann\n". A common term is looked for here. */
  terms: Generated<string>;
  /** 1 once what names its customer was deleted (server/retention). */
  customer_deleted: Generated<0 | 1>;
}

/** A transaction as it is given to the index. Its terms follow from the rest. */
export type IndexedTransactionRow = Omit<Selectable<IndexedTransactionsTable>, "terms" | "customer_deleted">;

/** Every transaction the console ever saw, one row each: what search, Today, reconciliation, day end and exports read. */
export const indexedTransactions = defineTable<IndexedTransactionsTable>({
  "0300-indexed-transactions": async (db) => {
    await db.schema
      .createTable("indexed_transactions")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("transaction_key", "text")
      .addColumn("attempt_id", "text")
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("read_at", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("business_day", "text", (column) => column.notNull())
      .addColumn("batch_key", "text")
      .addColumn("refnum", "text")
      .addColumn("authcode", "text")
      .addColumn("invoice", "text")
      .addColumn("orderid", "text")
      .addColumn("customer", "text")
      .addColumn("description", "text")
      .addColumn("last_four", "text")
      .addColumn("brand", "text")
      .addColumn("tender", "text", (column) => column.notNull())
      .addColumn("trantype_code", "text")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("phase", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("reason", "text")
      .addColumn("cents", "bigint")
      .addColumn("net_cents", "bigint", (column) => column.notNull())
      .addColumn("tip_cents", "bigint")
      .addColumn("tax_cents", "bigint")
      .addColumn("shipping_cents", "bigint")
      .addColumn("currency", "text")
      .addColumn("refunded_cents", "bigint", (column) => column.notNull().defaultTo(0))
      .addColumn("user_id", "text")
      .addColumn("user_name", "text")
      .addColumn("clerk", "text")
      .addColumn("source_name", "text")
      .execute();
    const indexes = {
      time: ["created_at", "id"],
      day: ["business_day", "created_at", "id"],
      batch: ["batch_key", "created_at", "id"],
      user: ["user_id", "created_at", "id"],
      outcome: ["outcome", "created_at", "id"],
      phase: ["phase", "created_at", "id"],
      amount: ["cents", "created_at", "id"],
      attempt: ["attempt_id"],
    };
    for (const [name, columns] of Object.entries(indexes))
      await db.schema
        .createIndex(`indexed_transactions_by_${name}`)
        .on("indexed_transactions")
        .columns(columns)
        .execute();
  },
  "0360-indexed-transactions-terms": async (db) => {
    await db.schema
      .alterTable("indexed_transactions")
      .addColumn("terms", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    const [joined, line] = isPostgres(db)
      ? [sql`string_agg(term, chr(10))`, sql`chr(10)`]
      : [sql`group_concat(term, char(10))`, sql`char(10)`];
    await sql`update indexed_transactions set terms = ${line} || known.terms || ${line}
      from (select id, ${joined} as terms from transaction_terms group by id) as known
      where known.id = indexed_transactions.id`.execute(db);
  },
  "0390-indexed-transactions-reread": async (db) => {
    await db.schema.alterTable("indexed_transactions").addColumn("reread_at", "bigint").execute();
    await db.schema
      .createIndex("indexed_transactions_by_reread")
      .on("indexed_transactions")
      .column("reread_at")
      .where("reread_at", "is not", null)
      .execute();
    await sql`update indexed_transactions set reread_at = read_at + ${sql.lit(86_400_000)}
      where transaction_key is not null and (phase = 'authorized'
        or (tender = 'check' and phase in ('pending', 'submitted', 'held', 'settled')))`.execute(db);
  },
  "0821-indexed-transactions-customer-deleted": async (db) => {
    await db.schema
      .alterTable("indexed_transactions")
      .addColumn("customer_deleted", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index indexed_transactions_with_customer on indexed_transactions (created_at)
      where customer_deleted = 0`.execute(db);
  },
});
