import { isApprovedCode, resultCodes } from "#lib/gateway/codes/result-codes.ts";
import { trantypes } from "#lib/gateway/codes.ts";
import { offeredActions } from "#lib/gateway/transaction-state.ts";
import { requireCents } from "#lib/money.ts";
import { momentIn } from "#lib/time.ts";
import type { TransactionSnapshot } from "../commands/original.ts";
import { toRefnum } from "../keys.ts";
import { toWireAmount } from "../rules/amount.ts";
import { shownStatus } from "../rules/status.ts";
import type {
  CardDetails,
  CheckDetails,
  TransactionDetails,
  TransactionRow,
} from "../store/tables/transactions.ts";
import { presentCustomer } from "./customer.ts";
import {
  presentAvs,
  presentBatchReference,
  presentCvc,
  presentError,
  shortCard,
} from "./transaction-reply.ts";

type View = { timeZone: string; sourceName: string };

/** The contract's transaction detail: its stored fields and available actions. Fields that don't apply are undefined, which JSON omits. */
export function presentDetail(snapshot: TransactionSnapshot, view: View): Record<string, unknown> {
  const { row, batch, state } = snapshot;
  const { details } = row;
  const approved = isApprovedCode(row.result_code);
  const status = shownStatus(row, state);
  return {
    type: "transaction",
    key: row.key,
    refnum: toRefnum(row.id),
    // A duplicate creates no record.
    is_duplicate: "N",
    created: momentIn(view.timeZone, row.created_at),
    trantype_code: row.trantype_code,
    trantype: trantypes[row.trantype_code],
    status_code: status.code,
    status: status.text,
    result_code: row.result_code,
    result: resultCodes[row.result_code],
    ...presentError(row),
    authcode: row.authcode,
    auth_amount: toWireAmount(approved ? row.amount : 0, details.currency),
    creditcard: details.card && presentCard(details.card),
    check: details.check && presentCheck(details.check),
    proc_refnum: details.check?.trackingnum,
    avs: details.card && presentAvs(details.card),
    cvc: details.card && presentCvc(details.card),
    batch: batch && presentBatchReference(batch),
    amount: toWireAmount(row.amount, details.currency),
    amount_detail: presentBreakdown(row),
    ...presentTexts(details),
    // A cash detail always has it (contract: Transaction detail).
    terminal: details.terminal ?? (row.tender === "cash" ? "" : undefined),
    source_name: view.sourceName,
    platform: { name: "Sandbox" },
    available_actions: offeredActions(snapshot),
  };
}

function presentTexts(details: TransactionDetails) {
  return {
    invoice: details.invoice,
    ponum: details.ponum,
    orderid: details.orderid,
    description: details.description,
    comments: details.comments,
    clerk: details.clerk,
    currency: details.currency,
    traits: details.traits,
    drawer_shift: details.drawer_shift && {
      key: details.drawer_shift.key ?? "",
      clerk_key: details.drawer_shift.clerk_key ?? "",
    },
    iccdata: details.iccdata,
    customer: details.customer && presentCustomer(details.customer),
    cust_key: details.customer?.key,
    custid: details.customer?.custid,
    customerid: details.customer?.customerid,
    customer_email: details.email,
    merchant_email: details.merchant_email,
    clientip: details.clientip,
    billing_address: presentAddress(details.billing_address),
    shipping_address: presentAddress(details.shipping_address),
    lineitems: details.lineitems?.map(presentLine),
    custom_fields: details.custom_fields,
    savedcard: details.savedcard,
    receipts: details.receipts,
  };
}

function presentCard(card: CardDetails) {
  return {
    ...shortCard(card),
    avs_street: card.avs_street ?? "",
    avs_postalcode: card.avs_postalcode ?? "",
    aid: card.aid ?? "",
  };
}

/** A check without its account. */
export function presentCheck(check: CheckDetails) {
  return {
    accountholder: check.accountholder,
    checknum: check.checknum,
    trackingnum: check.trackingnum,
    effective: check.effective,
    processed: check.processed ?? "",
    settled: check.settled ?? "",
    returned: check.returned ?? null,
    banknote: check.banknote ?? null,
  };
}

/** All parts are present if one was given; cash has no duty and no subtotal (contract: amount_detail). */
function presentBreakdown({ details: { amount_detail: given, currency }, tender }: TransactionRow) {
  if (!given) return undefined;
  const part = (amount: string | undefined) => toWireAmount(requireCents(amount ?? "0"), currency);
  const common = {
    tip: part(given.tip),
    tax: part(given.tax),
    shipping: part(given.shipping),
    discount: part(given.discount),
  };
  if (tender === "cash") return common;
  return { ...common, duty: part(given.duty), subtotal: part(given.subtotal) };
}

type Address = NonNullable<TransactionDetails["billing_address"]>;

function presentAddress(address: Address | undefined) {
  if (!address) return undefined;
  return {
    company: address.company ?? "",
    first_name: address.firstname ?? "",
    last_name: address.lastname ?? "",
    street: address.street ?? "",
    street2: address.street2 ?? "",
    city: address.city ?? "",
    state: address.state ?? "",
    country: address.country ?? "",
    postalcode: address.postalcode ?? "",
    phone: address.phone ?? "",
  };
}

type Line = NonNullable<TransactionDetails["lineitems"]>[number];

function presentLine(line: Line) {
  const quantity = Number(line.qty ?? 1);
  return {
    sku: line.sku ?? "",
    name: line.name ?? "",
    description: line.description ?? "",
    cost: line.cost ?? "0.00",
    taxable: line.taxable ?? (line.tax_amount ? "Y" : "N"),
    // A quantity, not money.
    qty: Number.isFinite(quantity) ? quantity.toFixed(4) : "1.0000",
    tax_amount: line.tax_amount ?? "0.00",
    tax_rate: line.tax_rate ?? "",
    commodity_code: line.commodity_code ?? "",
    product_key: line.product_key ?? "",
    um: line.um ?? "",
    locationid: line.locationid ?? "",
    location_key: line.location_key ?? "",
    list_price: line.list_price,
  };
}
