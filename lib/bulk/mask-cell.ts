import { type BulkColumn, secretBulkColumns } from "../gateway/bulk.ts";
import { isToken, maskCardNumber } from "../gateway/card-number.ts";

/** A cell as it may be shown, kept or downloaded: numbers of cards and accounts by their last four digits, security codes not at all. */
export function maskCell(column: BulkColumn | undefined, cell: string): string {
  if (!column || !secretBulkColumns.includes(column) || cell === "")
    return looksLikeCard(cell) ? mask(cell) : cell;
  if (column === "cvc") return "xxx";
  if (column === "ccnum" && isToken(cell)) return cell;
  return mask(cell);
}

/** A card number in a column where none belongs is still a card number. */
function looksLikeCard(cell: string): boolean {
  return /^\d(?:[ -]?\d){12,18}$/.test(cell.trim());
}

function mask(cell: string): string {
  const digits = cell.replace(/[\s-]/g, "");
  return digits.length > 4 ? maskCardNumber(digits) : "x".repeat(digits.length);
}
