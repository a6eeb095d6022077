import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { BulkResult } from "#lib/bulk/bulk-results.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { toDecimal } from "#lib/money.ts";
import { readResults } from "./results.ts";

/**
 * The rows of a completed group that took nothing, being duplicates, declined or failed, as CSV in the columns of a bulk file: the row in the chosen
 * file and the gateway's reason come first, card numbers are masked to their last four digits, to be typed again or
 * replaced by tokens. The byte order mark marks it as UTF-8 for spreadsheets.
 */
export function writeFailures(groupKey: string): ReadableStream<Uint8Array> {
  const csv = stringify({ bom: true, header: true, columns, escape_formulas: true });
  Readable.from(failedLines(groupKey)).pipe(csv);
  // A Readable of bytes is a web stream of bytes.
  return Readable.toWeb(csv) as ReadableStream<Uint8Array>;
}

const columns = [
  "row",
  "error",
  "amount",
  "currency",
  "cardholder",
  "ccnum",
  "ccexp",
  "invoice",
  "orderid",
  "description",
  "earlier_transaction",
];

const pageSize = 500;

async function* failedLines(groupKey: string): AsyncGenerator<Record<string, string | number>> {
  for (const filter of ["duplicates", "declined", "errors"] as const) {
    for (let offset = 0; ; offset += pageSize) {
      const { results, total } = await readResults(groupKey, filter, { limit: pageSize, offset });
      yield* results.map(toLine);
      if (results.length === 0 || offset + results.length >= total) break;
    }
  }
}

const duplicateWords = "Duplicate, not charged: the same card and amount was charged a moment before.";

function toLine(result: BulkResult): Record<string, string | number> {
  return {
    row: result.row ?? result.position + 1,
    error: result.isDuplicate ? duplicateWords : (result.error ?? "The gateway gave no reason."),
    amount: result.cents === undefined ? "" : toDecimal(result.cents),
    currency: currencyOf(result.currency).code,
    cardholder: result.cardholder ?? "",
    ccnum: /\d{4}$/.exec(result.payer)?.[0].padStart(16, "x") ?? "",
    ccexp: "",
    invoice: result.invoice ?? "",
    orderid: result.orderid ?? "",
    description: result.description ?? "",
    earlier_transaction: result.transactionKey ?? "",
  };
}
