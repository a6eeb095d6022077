import { Readable } from "node:stream";
import type { BulkResult } from "#lib/bulk/bulk-results.ts";
import { unknownCommand } from "#lib/bulk/cells-of-transaction.ts";
import { columnLabels } from "#lib/bulk/file/column-labels.ts";
import { foreignColumns, rowSource } from "#lib/bulk/file/row-source.ts";
import { type RowToFix, rowsCsvHead, toRowCsv } from "#lib/bulk/rows-csv.ts";
import { changesPayment, findCommand } from "#lib/gateway/commands.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { keysOf } from "#lib/keys-of.ts";
import { toDecimal } from "#lib/money.ts";
import { findFailedCells } from "#server/gateway-cache/cached-results.ts";
import { findFile, findFileRow, planOf } from "../files.ts";
import { findSentLines, type SentLine } from "../row-of-line.ts";
import { readResults } from "./results.ts";

/**
 * The rows of a completed group that took nothing, being duplicates, declined or failed, as CSV in the columns of their
 * file: the same command on the same payment or payer for the same amount, so that a row that is filled in again is the
 * row that failed. Card numbers are masked to their last four digits, to be typed again or replaced by tokens.
 */
export function writeFailures(groupKey: string): ReadableStream<Uint8Array> {
  // A Readable of bytes is a web stream of bytes.
  return Readable.toWeb(
    Readable.from(failedLines(groupKey)).map((text) => Buffer.from(text)),
  ) as ReadableStream<Uint8Array>;
}

const pageSize = 500;
/** For people: no column of a bulk file. */
const others = ["currency", "earlier_transaction"];

async function* failedLines(groupKey: string): AsyncGenerator<string> {
  const file = await findFile(groupKey);
  const row = file && (await findFileRow(file.id));
  const columns = columnsOf(row && planOf(row).mapping);
  yield rowsCsvHead(columns, others);
  for (const filter of ["duplicates", "declined", "errors"] as const) {
    for (let offset = 0; ; offset += pageSize) {
      const { results, total } = await readResults(groupKey, filter, { limit: pageSize, offset });
      const cells = await findFailedCells(groupKey, results);
      const rows = results.flatMap((result) => result.row ?? []);
      const sent = await findSentLines(file?.id, rows);
      for (const result of results)
        yield toRowCsv(toRow(result, cells.get(result.position) ?? {}, sent.get(result.row ?? 0)), columns);
      if (results.length === 0 || offset + results.length >= total) break;
    }
  }
}

/** The columns of the file, and those that say what a row did. A security code is never kept. */
function columnsOf(mapping: readonly (BulkColumn | null)[] = allColumns): BulkColumn[] {
  const named = new Set<BulkColumn | null>([...always, ...mapping]);
  return allColumns.filter((column) => named.has(column));
}

const allColumns = keysOf(columnLabels).filter((column) => column !== "cvc" && column !== "source");
const always = [
  "command",
  "amount",
  "cardholder",
  "ccnum",
  "ccexp",
  "trankey",
  "invoice",
  "orderid",
] as const;

const duplicateText = "Duplicate, not charged: the same card and amount was charged a moment before.";

function toRow(result: BulkResult, shown: BulkCells, sent: SentLine | undefined): RowToFix {
  const name = sent?.command ?? findCommand(shown.command ?? "") ?? undefined;
  const changes = name !== undefined && changesPayment(name);
  const { trankey = changes ? result.transactionKey : undefined } = sent ?? {};
  const cells: BulkCells = {
    ...shown,
    command: name ?? unknownCommand,
    ...(trankey && { trankey }),
    ...(result.cents !== undefined && { amount: toDecimal(result.cents) }),
  };
  // What the gateway shows of the earlier payment is not in the row.
  if (name) for (const column of foreignColumns(rowSource(name, cells), cells)) delete cells[column];
  return {
    row: result.row ?? result.position + 1,
    why: result.isDuplicate ? duplicateText : (result.error ?? "The gateway gave no reason."),
    fix: fixOf(cells),
    cells,
    others: [
      currencyOf(result.currency).code,
      // A declined row has a transaction of its own, which moved nothing.
      (result.isDuplicate || changes ? result.transactionKey : undefined) ?? "",
    ],
  };
}

function fixOf({ command, ccnum, account }: BulkCells): string {
  if (command === unknownCommand) return "Write what this row is to do into the column command.";
  if (ccnum) return "Enter the whole card number and its expiration date, or a token.";
  return account ? "Enter the whole routing and account number." : "";
}
