import type { BatchKind } from "#lib/batch-sums.ts";
import { toDecimal } from "#lib/money.ts";
import type { BatchRow } from "./batch-row.ts";

/** The rows as CSV (RFC 4180) with a head. Amounts and counts are bare numbers, refunds below zero; unread sums are empty. */
export function toBatchCsv(rows: readonly BatchRow[]): string {
  const lines = rows.map(({ key, name, opened, closed, status, sums }) => {
    const kind = (name: BatchKind | "total", sign: 1 | -1 = 1) =>
      sums ? [toDecimal(sign * sums[name].cents), String(sums[name].count)] : ["", ""];
    const texts = [name, key, opened ?? "", closed ?? "", status].map(toText);
    return [...texts, ...kind("sales"), ...kind("refunds", -1), ...kind("voids"), ...kind("total")];
  });
  return `${[head, ...lines].map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}

const head = [
  "Batch",
  "Key",
  "Opened",
  "Closed",
  "Status",
  "Sales",
  "Sales count",
  "Refunds",
  "Refunds count",
  "Voids",
  "Voids count",
  "Total",
  "Total count",
];

/** A spreadsheet takes a text that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/;

function toText(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
