import { amountOf, kindOf } from "#lib/batches/transaction-sums.ts";
import { csvText, toCsv } from "#lib/csv.ts";
import { toCurrencyDecimal } from "#lib/format/money.ts";
import { trantypes } from "#lib/gateway/codes.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { isTrantypeCode, tenderOf } from "#lib/transaction-labels.ts";

/**
 * Transactions of a batch as CSV. "Amount" is what each names; "In total" is what it adds to the batch: refunds below
 * zero, voids zero. Both are bare decimals in the currency of their row.
 */
export function toTransactionCsv(transactions: readonly TransactionDetail[]): string {
  return toCsv(head, transactions.map(toCells));
}

const head = [
  "Time",
  "Key",
  "Reference",
  "Invoice",
  "Order id",
  "Type",
  "Status",
  "Tender",
  "Last four",
  "Name",
  "Clerk",
  "Kind",
  "Currency",
  "Amount",
  "In total",
];

const kindLabels = { sales: "sale", refunds: "refund", voids: "void" } as const;
const signs = { sales: 1, refunds: -1, voids: 0 } as const;

function toCells(transaction: TransactionDetail): string[] {
  const { created, key, refnum, invoice, orderid, status, creditcard, check, clerk, currency } = transaction;
  const kind = kindOf(transaction);
  const cents = amountOf(transaction);
  const texts = [
    created,
    key,
    refnum,
    invoice,
    orderid,
    typeOf(transaction),
    status,
    tenderOf(transaction),
    creditcard?.number?.slice(-4),
    creditcard?.cardholder ?? check?.accountholder,
    clerk,
    kindLabels[kind],
    currencyOf(currency).code,
  ];
  // An amount that isn't whole hundredths keeps its own decimals.
  const amounts =
    cents === undefined
      ? [plainNumber(transaction.amount ?? transaction.auth_amount), ""]
      : [cents, signs[kind] * cents + 0].map((one) => toCurrencyDecimal(one, currency));
  return [...texts.map(csvText), ...amounts];
}

const plainNumber = (text: string | undefined) =>
  text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? text : "";

/** What kind of transaction it is, in the gateway's words. */
function typeOf({ trantype, trantype_code: code }: TransactionDetail): string {
  if (trantype) return trantype;
  return code !== undefined && isTrantypeCode(code) ? trantypes[code] : (code ?? "Not reported");
}
