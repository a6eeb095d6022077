import { type Generated, sql } from "kysely";
import type { AttemptState } from "#lib/attempt.ts";
import type { CommandName, Tender } from "#lib/gateway/commands.ts";
import { defineTable } from "../table.ts";

export interface AttemptsTable {
  /** The nonce made when the form opened: the same form sent twice is the same attempt. */
  id: string;
  /** Our own reference, carried to the gateway where the command has a place for it. */
  reference: string;
  /** The console process that sends it. */
  process_id: string;
  user_id: string;
  user_name: string;
  command: CommandName;
  tender: Tender;
  /** What the payment was made with, in words: "Visa ending 2224". */
  payer: string;
  amount_cents: number | null;
  /** The transaction it acts on. */
  original_key: string | null;
  /** That transaction as it stood before, JSON: with what stands after it, the evidence for a lost answer. */
  original_before: string | null;
  /** Keyed digest of the card or account number; null for cash and once it is forgotten (server/retention). */
  fingerprint: string | null;
  /** Keyed digest of the request, to notice the same id with other contents; "" once it is forgotten. */
  digest: string;
  /** The request without card or account number and security code, JSON. */
  request: string;
  state: AttemptState;
  /** Epoch ms, as all times here. */
  prepared_at: number;
  sent_at: number | null;
  settled_at: number | null;
  /** The gateway's answer, or the transaction found as evidence, JSON. */
  answer: string | null;
  transaction_key: string | null;
  /** Why it is refused, unsent, unknown or resolved the way it is, JSON (`AttemptProblem`). */
  problem: string | null;
  took_ms: number | null;
  /** When the resolver looks next; set only while unknown. */
  next_look_at: number | null;
  looks: number;
  /** 1 while it alone may be unsettled with its card and amount; 0 once a manager let another one past it. */
  held: Generated<0 | 1>;
  /** What the search has done so far, JSON (`SearchNotes`). */
  search: string | null;
  /** The transaction that carries our reference, seen while the answer was still awaited, JSON. */
  sighting: string | null;
  /** Evidence that contradicts a person's decision, JSON (`Contradiction`). `problem` keeps the decision. */
  contradiction: string | null;
  /** How a check that was accepted came back, JSON (`CheckReturn`). */
  returned: string | null;
}

/** Every money command, written before it is sent (design: Flows, Money). Rows are never deleted. */
export const attempts = defineTable<AttemptsTable>({
  "0006-attempts": async (db) => {
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
      .addColumn("next_look_at", "bigint")
      .addColumn("looks", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    // One action at a time on one transaction, also across processes; an unknown one still counts as running.
    await sql`create unique index attempts_running_by_original on attempts (original_key)
      where original_key is not null and state in ('prepared', 'sent', 'unknown')`.execute(db);
    await db.schema.createIndex("attempts_by_time").on("attempts").column("prepared_at").execute();
    await db.schema.createIndex("attempts_by_transaction").on("attempts").column("transaction_key").execute();
    await db.schema.createIndex("attempts_by_original").on("attempts").column("original_key").execute();
    await db.schema.createIndex("attempts_by_look").on("attempts").column("next_look_at").execute();
  },
  "0015-attempts-search": async (db) => {
    await db.schema.alterTable("attempts").addColumn("search", "text").execute();
    await db.schema.alterTable("attempts").addColumn("sighting", "text").execute();
  },
  "0018-attempts-held": async (db) => {
    await sql`alter table attempts add column held integer not null default 0`.execute(db);
    // The same card and amount is not started twice while one is unsettled: two desks in one moment find out here.
    await sql`create unique index attempts_held on attempts (fingerprint, amount_cents)
      where held = 1 and state in ('prepared', 'sent', 'unknown')`.execute(db);
    await db.schema
      .createIndex("attempts_by_fingerprint")
      .on("attempts")
      .columns(["fingerprint", "amount_cents"])
      .execute();
    // What is under way is few among all: asked for every second.
    await db.schema
      .createIndex("attempts_by_state")
      .on("attempts")
      .columns(["state", "settled_at"])
      .execute();
  },
  "0110-attempts-contradiction": async (db) => {
    await db.schema.alterTable("attempts").addColumn("contradiction", "text").execute();
  },
  "0112-attempts-returned": async (db) => {
    await db.schema.alterTable("attempts").addColumn("returned", "text").execute();
  },
  "0102-attempts-digests": async (db) => {
    // What is still to be forgotten is little among all.
    await sql`create index attempts_with_digests on attempts (settled_at)
      where digest <> '' or fingerprint is not null`.execute(db);
  },
});
