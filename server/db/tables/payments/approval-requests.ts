import { type Generated, type Selectable, sql } from "kysely";
import type { CommandName } from "#lib/gateway/commands.ts";
import type { RequestState } from "#lib/payments/approval-request.ts";
import type { MoneyRight } from "#lib/permissions.ts";
import { defineTable } from "#server/sql/table.ts";

export interface ApprovalRequestsTable {
  id: string;
  /** The one attempt that it is for, which is recorded only once it is sent. */
  attempt_id: string;
  /** Keyed digest of that attempt's request, which an approval is for; empty once it has ended. */
  digest: string;
  command: CommandName;
  money_right: MoneyRight;
  cents: number;
  /** Null for the merchant's own. */
  currency: string | null;
  /** JSON of a `MoneyLimit`: that of the person who asks. */
  money_limit: string;
  over_limit: "transaction" | "day";
  used_cents: number;
  /** The transaction that it acts on, and what that amounted to; null for a new payment. */
  transaction_key: string | null;
  original_cents: number | null;
  /** The tip that it sets or charges; null where it says none. */
  tip_cents: number | null;
  payer: string;
  invoice: string | null;
  /** Why it is done, as the attempt will keep it. */
  reason: string | null;
  /** To those who may approve it. */
  note: string | null;
  /** JSON of a `FollowUpValues`, with which it can be sent from another page; null for one that may hold card data, and once it has ended. */
  form: string | null;
  asked_by: string;
  asked_by_name: string;
  /** Epoch ms, as the other times. */
  asked_at: number;
  /** When it ends unsent, waiting or approved. */
  expires_at: number;
  state: RequestState;
  /** Who approved, refused or canceled it; null while it waits, and where the console ended it. */
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: number | null;
  decision_note: string | null;
  /** 1 once what names its customer was deleted (server/retention). */
  customer_deleted: Generated<0 | 1>;
}

export type RequestRow = Omit<Selectable<ApprovalRequestsTable>, "customer_deleted">;

/** Requests to approve a money command above somebody's limit. Rows are never deleted. At most one for an attempt is open. */
export const approvalRequests = defineTable<ApprovalRequestsTable>({
  "0820-approval-requests": async (db) => {
    await db.schema
      .createTable("approval_requests")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("attempt_id", "text", (column) => column.notNull())
      .addColumn("digest", "text", (column) => column.notNull())
      .addColumn("command", "text", (column) => column.notNull())
      .addColumn("money_right", "text", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull())
      .addColumn("currency", "text")
      .addColumn("money_limit", "text", (column) => column.notNull())
      .addColumn("over_limit", "text", (column) => column.notNull())
      .addColumn("used_cents", "bigint", (column) => column.notNull())
      .addColumn("transaction_key", "text")
      .addColumn("original_cents", "bigint")
      .addColumn("payer", "text", (column) => column.notNull())
      .addColumn("invoice", "text")
      .addColumn("reason", "text")
      .addColumn("note", "text")
      .addColumn("form", "text")
      .addColumn("asked_by", "text", (column) => column.notNull())
      .addColumn("asked_by_name", "text", (column) => column.notNull())
      .addColumn("asked_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("decided_by", "text")
      .addColumn("decided_by_name", "text")
      .addColumn("decided_at", "bigint")
      .addColumn("decision_note", "text")
      .execute();
    // Not as bound values, which no index takes.
    await sql`create unique index approval_requests_open on approval_requests (attempt_id) where state in ('waiting', 'approved')`.execute(
      db,
    );
    await db.schema
      .createIndex("approval_requests_by_time")
      .on("approval_requests")
      .columns(["state", "asked_at"])
      .execute();
  },
  "0840-approval-requests-customer-deleted": async (db) => {
    await db.schema
      .alterTable("approval_requests")
      .addColumn("customer_deleted", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index approval_requests_with_customer on approval_requests (asked_at) where customer_deleted = 0`.execute(
      db,
    );
  },
  "0881-approval-requests-tip": async (db) => {
    await db.schema.alterTable("approval_requests").addColumn("tip_cents", "bigint").execute();
  },
});
