import { isToken, normalizeToken } from "../gateway/card-number.ts";
import { findCommand } from "../gateway/commands.ts";
import type { BulkCells } from "../gateway/schemas/bulk.ts";
import { toCents } from "../money.ts";
import { type RowSource, rowSource } from "./file/row-source.ts";
import { paymentName } from "./payment-name.ts";

/**
 * One text for rows that do the same, however another program writes them: what is hashed to find a row that was sent
 * before. Like the gateway's duplicate check it compares the command, who pays, the amount and what it is for: the order id
 * and the invoice, or without them what else distinguishes payments of one payer. It holds the card number: it is never kept,
 * and only a keyed hash of its hash is.
 */
export function rowEffect(cells: BulkCells): string {
  const {
    command: written = "",
    amount = "",
    orderid,
    invoice,
    description,
    ponum,
    custid,
    checknum,
  } = cells;
  const command = findCommand(written.trim() || "sale");
  const cents = amount.trim() ? (toCents(amount) ?? amount.trim()) : null;
  const purpose = orderid || invoice ? [orderid, invoice] : [null, null, description, ponum, custid];
  return JSON.stringify([
    command ?? written.trim(),
    payerOf(command && rowSource(command, cells), cells),
    cents,
    [...purpose, checknum].map(looseText),
  ]);
}

/** Only what moves the money: the name and address beside a card number may be written in any way. */
function payerOf(source: RowSource | undefined, cells: BulkCells): (string | null)[] {
  const { ccnum = "", ccexp = "", routing = "", account = "", trankey } = cells;
  switch (source) {
    case "payment":
      return ["payment", paymentName(trankey)];
    case "check":
      return ["check", routing.trim(), account.trim()];
    case "cash":
      return ["cash", ...[cells.billing_fname, cells.billing_lname, cells.billing_company].map(looseText)];
    default:
      return isToken(ccnum.trim())
        ? ["token", normalizeToken(ccnum.trim())]
        : ["card", ccnum.replace(/[\s-]/g, ""), ccexp.trim()];
  }
}

/**
 * Text as spreadsheets and other programs may change it: letter case, spaces, punctuation, zeros in front of a number and
 * the ".0" behind one.
 */
function looseText(cell: string | null | undefined): string {
  return (cell ?? "")
    .normalize("NFKC")
    .trim()
    .replace(/^(\d+)\.0+$/, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/(?<!\d)0+(?=\d)/g, "");
}
