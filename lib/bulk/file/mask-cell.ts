import { maskAccountNumber } from "../../card-data/bank-numbers.ts";
import { maskCardNumbers } from "../../card-data/card-detector.ts";
import { isToken, maskCardNumber } from "../../gateway/card-number.ts";
import { type BulkColumn, longestCell, secretBulkColumns } from "../../gateway/schemas/bulk.ts";

/** A cell as it may be shown, kept or downloaded: numbers of cards and accounts by their last four digits, security codes not at all. */
export function maskCell(column: BulkColumn | undefined, cell: string): string {
  if (cell.length > longestShown) return "[too long]";
  // A card number in a column where none belongs is still a card number.
  if (!column || !secretBulkColumns.includes(column))
    return maskCardNumbers(cell.replace(/\d(?:[ -]?\d){12,18}/g, mask));
  if (column === "cvc") return "x".repeat(Math.min(cell.length, 3));
  // Sixteen signs with one letter among them are a number mistyped rather than a token.
  if (column === "ccnum" && isToken(cell) && cell.replace(/\D/g, "").length < 12) return cell;
  return column === "account" ? maskAccountNumber(cell) : mask(cell);
}

/** As many characters as the longest cell of a row that can be sent. */
const longestShown = longestCell("description");

function mask(cell: string): string {
  const digits = cell.replace(/[\s-]/g, "");
  return digits.length > 4 ? maskCardNumber(digits) : "x".repeat(digits.length);
}
