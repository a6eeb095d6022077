import { type Generated, type Selectable, sql } from "kysely";
import type { AttemptState } from "#lib/attempt.ts";
import type { CommandName, CommandRight, Tender } from "#lib/gateway/commands.ts";
import { defineTable } from "#server/sql/table.ts";

export interface AttemptsTable {
  /** The idempotency key (`attemptId`): the same form submitted twice is the same attempt. */
  id: string;
  /** Our own reference, sent to the gateway where the command has a field for it. */
  reference: string;
  /** The console process that sends it. */
  process_id: string;
  user_id: string;
  user_name: string;
  command: CommandName;
  tender: Tender;
  /** What the payment was made with: "Visa ending 2224". */
  payer: string;
  amount_cents: number | null;
  /** The transaction it acts on. */
  original_key: string | null;
  /** That transaction before the command, JSON: compared with its later state, the evidence for a lost answer. */
  original_before: string | null;
  /** Keyed digest of the card or account number; null for cash and once deleted (server/retention). */
  fingerprint: string | null;
  /** Keyed digest of the request, to detect the same id with different contents; "" once deleted. */
  digest: string;
  /** The request without card or account number and security code, JSON. */
  request: string;
  state: AttemptState;
  /** Epoch ms, as all times here. */
  prepared_at: number;
  sent_at: number | null;
  outcome_at: number | null;
  /** The gateway's answer, or the transaction found as evidence, JSON. */
  answer: string | null;
  transaction_key: string | null;
  /** Why it is refused, unsent, unknown or resolved, JSON (`AttemptProblem`). */
  problem: string | null;
  took_ms: number | null;
  /** When the next lookup is due; null once lookups have ended. */
  next_lookup_at: number | null;
  lookups: number;
  /** 1 while no other attempt with its card and amount may be unsettled; 0 once a manager has overridden that. */
  blocks_duplicates: Generated<0 | 1>;
  /** What the lookups have found so far, JSON (`LookupNotes`). */
  lookup_notes: string | null;
  /** The transaction with our reference, seen while the answer was still awaited, JSON. */
  sighting: string | null;
  /** Evidence that contradicts a person's decision, JSON (`Contradiction`). `problem` keeps the decision. */
  contradiction: string | null;
  /** How an accepted check was returned, JSON (`CheckReturn`). */
  returned: string | null;
  /** The partially approved attempt whose remaining amount this one collects. */
  completes: string | null;
  /** 0 while the index of transactions lacks its latest change (server/books/index). */
  indexed: Generated<0 | 1>;
  /** The cash drawer at which cash was taken or given back; null for other tenders and where none was chosen. */
  drawer: string | null;
  /** The number of the drawer's shift that was open at that moment; null for cash outside a shift. */
  drawer_shift: number | null;
  /** Epoch ms until which it waits, prepared and unsent, so that a person can stop it; null where it is sent at once. */
  recall_until: number | null;
  /** The right whose limit it counts toward; null for attempts from before there were limits. */
  money_right: CommandRight | null;
  /** By how much it raises the payment that it changes, which counts toward the day's charges; null where it raises none. */
  raised_cents: number | null;
  /** Who approved it above the person's limit, by name; null where no approval was needed. */
  approved_by: string | null;
  /** 1 once what names its customer was deleted (server/retention). */
  customer_deleted: Generated<0 | 1>;
}

/** Nobody else needs to know of what was deleted. */
export type AttemptRow = Omit<Selectable<AttemptsTable>, "customer_deleted">;

/** The commands by their right, as they were at that step: what a step does never changes. */
const rightsOf0860 = {
  charge: ["sale", "authonly", "cc:postauth", "check:sale", "cash:sale", "quicksale"],
  saveCard: ["cc:save"],
  credit: ["cc:credit", "check:credit"],
  refund: ["cash:refund", "refund", "creditvoid", "refund:adjust"],
  quickRefund: ["quickrefund"],
  capture: [
    "cc:capture",
    "cc:capture:error",
    "cc:capture:reauth",
    "cc:capture:override",
    "cc:adjust",
    "queue",
  ],
  void: ["void", "cc:void:release", "unvoid"],
};

/** Every money command, written before it is sent. Rows are never deleted. */
export const attempts = defineTable<AttemptsTable>({
  "0200-attempts": async (db) => {
    await db.schema
      .createTable("attempts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("reference", "text", (column) => column.notNull().unique())
      .addColumn("process_id", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("user_name", "text", (column) => column.notNull())
      .addColumn("command", "text", (column) => column.notNull())
      .addColumn("tender", "text", (column) => column.notNull())
      .addColumn("payer", "text", (column) => column.notNull())
      .addColumn("amount_cents", "bigint")
      .addColumn("original_key", "text")
      .addColumn("original_before", "text")
      .addColumn("fingerprint", "text")
      .addColumn("digest", "text", (column) => column.notNull())
      .addColumn("request", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("prepared_at", "bigint", (column) => column.notNull())
      .addColumn("sent_at", "bigint")
      .addColumn("settled_at", "bigint")
      .addColumn("answer", "text")
      .addColumn("transaction_key", "text")
      .addColumn("problem", "text")
      .addColumn("took_ms", "integer")
      .addColumn("next_lookup_at", "bigint")
      .addColumn("lookups", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("blocks_duplicates", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("lookup_notes", "text")
      .addColumn("sighting", "text")
      .addColumn("contradiction", "text")
      .addColumn("returned", "text")
      .execute();
    // One action at a time on one transaction, across processes too; an unknown one still counts as running.
    await sql`create unique index attempts_running_by_original on attempts (original_key)
      where original_key is not null and state in ('prepared', 'sent', 'unknown')`.execute(db);
    // When two workstations charge the same card and amount at the same time, the second fails here.
    await sql`create unique index attempts_blocking_duplicates on attempts (fingerprint, amount_cents)
      where blocks_duplicates = 1 and state in ('prepared', 'sent', 'unknown')`.execute(db);
    // Few attempts still have digests to delete.
    await sql`create index attempts_with_digests on attempts (settled_at)
      where digest <> '' or fingerprint is not null`.execute(db);
    const indexes = {
      time: ["prepared_at"],
      transaction: ["transaction_key"],
      original: ["original_key"],
      lookup: ["next_lookup_at"],
      fingerprint: ["fingerprint", "amount_cents"],
      state: ["state", "settled_at"],
    };
    for (const [name, columns] of Object.entries(indexes))
      await db.schema.createIndex(`attempts_by_${name}`).on("attempts").columns(columns).execute();
  },
  "0203-attempts-completes": async (db) => {
    await db.schema.alterTable("attempts").addColumn("completes", "text").execute();
    await db.schema.createIndex("attempts_by_completes").on("attempts").column("completes").execute();
    // The rest of a partial approval is collected once, even from two workstations at the same time.
    await sql`create unique index attempts_completing on attempts (completes)
      where completes is not null and state in ('prepared', 'sent', 'unknown')`.execute(db);
  },
  "0204-attempts-indexed": async (db) => {
    await db.schema
      .alterTable("attempts")
      .addColumn("indexed", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index attempts_to_index on attempts (prepared_at) where indexed = 0`.execute(db);
  },
  "0205-attempts-drawer": async (db) => {
    await db.schema.alterTable("attempts").addColumn("drawer", "text").execute();
    await db.schema.alterTable("attempts").addColumn("drawer_shift", "bigint").execute();
    await db.schema
      .createIndex("attempts_by_drawer_shift")
      .on("attempts")
      .columns(["drawer_shift", "prepared_at"])
      .execute();
    // Few payments are cash outside a shift.
    await sql`create index attempts_cash_outside on attempts (prepared_at)
      where tender = 'cash' and drawer_shift is null`.execute(db);
  },
  "0401-attempts-recall": async (db) => {
    await db.schema.alterTable("attempts").addColumn("recall_until", "bigint").execute();
    await sql`create index attempts_waiting on attempts (recall_until)
      where state = 'prepared' and recall_until is not null`.execute(db);
  },
  "0421-attempts-approved": async (db) => {
    await db.schema.alterTable("attempts").addColumn("money_right", "text").execute();
    await db.schema.alterTable("attempts").addColumn("approved_by", "text").execute();
    // What a person used of a right on a day is summed before each attempt.
    await db.schema
      .createIndex("attempts_by_user_right")
      .on("attempts")
      .columns(["user_id", "money_right", "prepared_at"])
      .execute();
  },
  "0820-attempts-customer-deleted": async (db) => {
    await db.schema
      .alterTable("attempts")
      .addColumn("customer_deleted", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index attempts_with_customer on attempts (prepared_at) where customer_deleted = 0`.execute(
      db,
    );
  },
  "0860-attempts-money-right": async (db) => {
    // Limits count a business day: those of the day of the upgrade count too, older ones no more.
    const since = Date.now() - 48 * 60 * 60 * 1000;
    for (const [right, names] of Object.entries(rightsOf0860))
      await sql`update attempts set money_right = ${right}
        where money_right is null and prepared_at >= ${since} and command in (${sql.join(names)})`.execute(
        db,
      );
  },
  "0880-attempts-raised": async (db) => {
    await db.schema.alterTable("attempts").addColumn("raised_cents", "bigint").execute();
  },
  "0884-attempts-by-user": async (db) => {
    // The charge page lists a clerk's latest payments.
    await db.schema
      .createIndex("attempts_by_user")
      .on("attempts")
      .columns(["user_id", "prepared_at"])
      .execute();
  },
  "0885-attempts-unsettled": async (db) => {
    // Each page counts them. By the index of states SQLite expects too many of them in a store of some thousand payments, and reads all.
    await sql`create index attempts_unsettled on attempts (prepared_at)
      where state in ('prepared', 'sent', 'unknown')`.execute(db);
  },
  // Was called lookedAt.
  "0888-attempts-looked-up-at": async (db) => {
    await sql`update attempts set lookup_notes = replace(lookup_notes, '"lookedAt":', '"lookedUpAt":')`.execute(
      db,
    );
  },
  // Was called outcome_at, which is the batch's word.
  "0891-attempts-outcome-at": async (db) => {
    await db.schema.alterTable("attempts").renameColumn("settled_at", "outcome_at").execute();
  },
});
