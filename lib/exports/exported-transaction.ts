import type { BatchKind } from "../batches/batch-sums.ts";
import type { IndexedOutcome } from "../books/indexed-transaction.ts";
import { refundTrantypes } from "../gateway/codes.ts";
import type { Tender } from "../gateway/commands.ts";
import type { Phase } from "../gateway/transaction-phase.ts";

/** What an export reads of a row of the index, by the names of the store: rows pass through without a copy. */
export type ExportedTransaction = {
  id: string;
  transaction_key: string | null;
  /** Epoch ms. */
  created_at: number;
  business_day: string;
  batch_key: string | null;
  /** The number of its batch, where the gateway's list showed one. */
  batch_sequence: string | null;
  refnum: string | null;
  authcode: string | null;
  invoice: string | null;
  orderid: string | null;
  customer: string | null;
  description: string | null;
  last_four: string | null;
  brand: string | null;
  tender: Tender;
  trantype_code: string | null;
  kind: BatchKind;
  phase: Phase;
  outcome: IndexedOutcome;
  reason: string | null;
  cents: number | null;
  net_cents: number;
  tip_cents: number | null;
  tax_cents: number | null;
  shipping_cents: number | null;
  refunded_cents: number;
  currency: string | null;
  user_name: string | null;
  clerk: string | null;
};

/** Whether its money goes to the customer. */
export const givesBack = ({
  kind,
  trantype_code: code,
}: Pick<ExportedTransaction, "kind" | "trantype_code">) =>
  kind === "refunds" || (refundTrantypes as readonly (string | null)[]).includes(code); // includes takes only members of the list
