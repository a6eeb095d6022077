import { maskCell } from "#lib/bulk/file/mask-cell.ts";
import type { RowProblem } from "#lib/bulk/file/validate-row.ts";
import type { BulkCells } from "#lib/gateway/schemas/bulk.ts";
import type { ShownProblem } from "./worker-messages.ts";

/** A problem with its cell masked and cut to what a table can show. */
export function showProblem({ column, reason, fix }: RowProblem, cells: BulkCells): ShownProblem {
  const value = column ? shorten(maskCell(column, cells[column] ?? "")) : "";
  return { column, reason, fix, value };
}

/** What identifies a row that can be sent: whom it charges and for what. */
export function maskedRow(cells: BulkCells): string {
  const paymentMethod = cells.ccnum
    ? maskCell("ccnum", cells.ccnum)
    : maskCell("account", cells.account ?? "");
  const named = maskCell("invoice", cells.invoice ?? cells.orderid ?? cells.trankey ?? "");
  return shorten([paymentMethod, named].filter(Boolean).join(" "));
}

/** What fits a table: "xxxxxxxxxxxx2225" → "xxxx 2225". */
const shorten = (masked: string) => masked.replace(/x{5,}(?=[^x]{4}\b)/g, "xxxx ").slice(0, 60);
