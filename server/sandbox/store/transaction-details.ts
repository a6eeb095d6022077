import type { AvsCode, CvcCode } from "#lib/gateway/codes.ts";
import type { CommandFields } from "#lib/gateway/commands.ts";
import type { CustomerDetails } from "./customers.ts";

type SaleFields = CommandFields<"sale">;

/** What was said about a payment and what the processor said of it; kept as JSON beside the columns that rules need. Holds nothing secret. */
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
  /** What the issuer told the card's chip; of EMV payments only. */
  iccdata?: string | undefined;
  /** Decimal texts as sent, without the partial-approval flag. */
  amount_detail?: AmountBreakdown | undefined;
  billing_address?: SaleFields["billing_address"];
  shipping_address?: SaleFields["shipping_address"];
  lineitems?: SaleFields["lineitems"];
  custom_fields?: SaleFields["custom_fields"];
  email?: string | undefined;
  merchant_email?: string | undefined;
  /** Which receipts went out. */
  receipts?: { customer?: string; merchant?: string } | undefined;
  card?: CardDetails | undefined;
  check?: CheckDetails | undefined;
  /** As saved then; rows of earlier versions have no more than the three keys. */
  customer?: ({ key: string; custid: string; customerid: string } & Partial<CustomerDetails>) | undefined;
  savedcard?: { type: string; key: string; cardnumber: string } | undefined;
  /** Cents the issuer holds; differs from the amount once captured for less. */
  authorized?: number | undefined;
  /** Epoch ms at which an authorization stops being good for a capture. */
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
  /** The chip's application; of EMV payments only. */
  aid?: string | undefined;
  avs?: AvsCode | "   " | undefined;
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
  /** Why it came back or failed, or what the bank noted. */
  banknote?: string | undefined;
  /** The return that is on its way, for the account numbers that ask for one. */
  returnsAs?: string | undefined;
};
