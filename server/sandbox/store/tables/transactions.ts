import { type Generated, type Selectable, sql } from "kysely";
import type { ResultCode } from "#lib/gateway/codes/result-codes.ts";
import type { AvsAnswer, CvcCode, StatusCode, TrantypeCode } from "#lib/gateway/codes.ts";
import type { CommandName } from "#lib/gateway/commands.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { defineTable, withRowNumber } from "#server/sql/table.ts";
import type { CustomerDetails } from "./customers.ts";

export interface TransactionsTable {
  /** Counts up; the refnum is derived from it. */
  id: Generated<number>;
  key: string;
  /** The number of the API key that created it. */
  source_id: number;
  /** Epoch ms of the sandbox's clock. */
  created_at: number;
  command: CommandName;
  tender: "card" | "check" | "cash";
  trantype_code: TrantypeCode;
  status_code: StatusCode;
  result_code: ResultCode;
  error_code: string | null;
  error: string | null;
  authcode: string;
  /** Cents that move: the approved part, or the captured or adjusted total. */
  amount: number;
  batch_id: number | null;
  /** Position in the batch: rising, on SQLite from 1 without gaps. */
  ordinal: number | null;
  original_id: number | null;
  /** 1 for a refund that counts against its original. */
  connected: 0 | 1;
  /** Equal for requests that are duplicates of each other; null for those that cannot be. */
  duplicate_of_kind: string | null;
  /** Epoch ms of the next ACH step; null if no step is left. */
  next_step_at: number | null;
  /** The card or account as encrypted JSON; never stored in plain text. */
  sealed: string | null;
  fingerprint: string | null;
  /** JSON of TransactionDetails. */
  details: string;
}

export type TransactionRow = Omit<Selectable<TransactionsTable>, "details"> & { details: TransactionDetails };

export const transactions = defineTable<TransactionsTable>({
  "0001-transactions": async (db) => {
    await withRowNumber(db, db.schema.createTable("transactions"))
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("source_id", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("command", "text", (column) => column.notNull())
      .addColumn("tender", "text", (column) => column.notNull())
      .addColumn("trantype_code", "text", (column) => column.notNull())
      .addColumn("status_code", "text", (column) => column.notNull())
      .addColumn("result_code", "text", (column) => column.notNull())
      .addColumn("error_code", "text")
      .addColumn("error", "text")
      .addColumn("authcode", "text", (column) => column.notNull())
      .addColumn("amount", "bigint", (column) => column.notNull())
      .addColumn("batch_id", "bigint")
      .addColumn("ordinal", "bigint")
      .addColumn("original_id", "bigint")
      .addColumn("connected", "integer", (column) => column.notNull())
      .addColumn("duplicate_of_kind", "text")
      .addColumn("next_step_at", "bigint")
      .addColumn("sealed", "text")
      .addColumn("fingerprint", "text")
      .addColumn("details", "text", (column) => column.notNull())
      .execute();
    // On PostgreSQL with `id`, so that a page far back is skipped in the index alone; SQLite's indexes contain it anyway.
    const place = isPostgres(db) ? sql`(batch_id, ordinal, id)` : sql`(batch_id, ordinal)`;
    await sql`create index transactions_batch on transactions ${place} where batch_id is not null`.execute(
      db,
    );
    await sql`create index transactions_original on transactions (original_id) where original_id is not null`.execute(
      db,
    );
    await sql`create index transactions_duplicate on transactions (duplicate_of_kind, created_at) where duplicate_of_kind is not null`.execute(
      db,
    );
    await sql`create index transactions_due on transactions (next_step_at) where next_step_at is not null`.execute(
      db,
    );
  },
});

type SaleFields = CommandFields<"sale">;

/** The details of a payment that no rule queries, stored as JSON. Contains nothing secret. */
export type TransactionDetails = {
  invoice?: string | undefined;
  ponum?: string | undefined;
  orderid?: string | undefined;
  description?: string | undefined;
  comments?: string | undefined;
  terminal?: string | undefined;
  clerk?: string | undefined;
  clientip?: string | undefined;
  serverip?: string | undefined;
  software?: string | undefined;
  currency?: string | undefined;
  traits?: SaleFields["traits"];
  drawer_shift?: SaleFields["drawer_shift"];
  /** The issuer's data for the card's chip; EMV payments only. */
  iccdata?: string | undefined;
  /** Decimal texts as sent, without the partial-approval flag. */
  amount_detail?: AmountBreakdown | undefined;
  billing_address?: SaleFields["billing_address"];
  shipping_address?: SaleFields["shipping_address"];
  lineitems?: SaleFields["lineitems"];
  custom_fields?: SaleFields["custom_fields"];
  email?: string | undefined;
  merchant_email?: string | undefined;
  /** Which receipts were sent. */
  receipts?: { customer?: string; merchant?: string } | undefined;
  card?: CardDetails | undefined;
  check?: CheckDetails | undefined;
  /** As saved at that time. */
  customer?: ({ key: string; custid: string; customerid: string } & Partial<CustomerDetails>) | undefined;
  savedcard?: { type: string; key: string; cardnumber: string } | undefined;
  /** Cents the issuer holds; more than the amount after a partial capture. */
  authorized?: number | undefined;
  /** Epoch ms at which an authorization expires. */
  expires_at?: number | undefined;
};

export type AmountBreakdown = Partial<
  Record<"subtotal" | "tax" | "tip" | "discount" | "shipping" | "duty", string>
>;

export type CardDetails = {
  /** "xxxxxxxxxxxx2224" */
  masked: string;
  brand: string;
  letter: string;
  bin: string;
  cardholder?: string | undefined;
  avs_street?: string | undefined;
  avs_postalcode?: string | undefined;
  entry_mode: string;
  /** `category_code`; missing for the ordinary level. */
  level?: string | undefined;
  /** The chip's application; EMV payments only. */
  aid?: string | undefined;
  avs?: AvsAnswer | "   " | undefined;
  cvc?: CvcCode | undefined;
};

export type CheckDetails = {
  accountholder: string;
  checknum: string;
  trackingnum: string;
  format: string;
  account_type: string;
  last4: string;
  /** Days as YYYY-MM-DD. */
  effective: string;
  processed?: string | undefined;
  settled?: string | undefined;
  returned?: string | undefined;
  /** Why it was returned or failed, or the bank's note. */
  banknote?: string | undefined;
  /** The return code that a test account number will produce. */
  returnsAs?: string | undefined;
  /** How long after its settlement it is returned; at the usual time when absent. */
  returnAfterMs?: number | undefined;
  /** The bank's correction, which comes with the settlement. */
  correction?: string | undefined;
};
