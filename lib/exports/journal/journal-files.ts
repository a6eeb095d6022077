import { exportFormats, type JournalFormat } from "../formats.ts";
import { accountsFor, type JournalAccounts } from "./accounts.ts";
import type { SummaryLine } from "./daily-summary.ts";
import { toHledger } from "./hledger.ts";
import { toIif } from "./iif.ts";
import { toOfx } from "./ofx.ts";
import { mostXeroLines, toQuickBooksCsv, toXeroCsv } from "./statement-lines.ts";

export type JournalFile = { name: string; text: string };

/**
 * The files of a daily summary: one, but for programs that take one currency a file, or so many lines. `name` is without
 * the ending, `at` is epoch ms.
 */
export function toJournalFiles(
  lines: readonly SummaryLine[],
  {
    format,
    name,
    named,
    at,
  }: { format: JournalFormat; name: string; named: Partial<JournalAccounts>; at: number },
): JournalFile[] {
  const texts = toTexts(lines, format, named, at);
  const ending = exportFormats[format].file;
  return texts.map((text, place) => ({
    name: texts.length === 1 ? `${name}.${ending}` : `${name}-${place + 1}.${ending}`,
    text,
  }));
}

function toTexts(
  lines: readonly SummaryLine[],
  format: JournalFormat,
  named: Partial<JournalAccounts>,
  at: number,
): string[] {
  switch (format) {
    case "quickbooks-iif":
      return byCurrency(lines).map((part) => toIif(part, accountsFor("quickBooks", named)));
    case "quickbooks-csv":
      return byCurrency(lines).map(toQuickBooksCsv);
    case "xero":
      return byCurrency(lines)
        .flatMap((part) => inParts(part, mostXeroLines))
        .map(toXeroCsv);
    case "ofx":
      return [toOfx(lines, at)];
    case "hledger":
      return [toHledger(lines, accountsFor("hledger", named))];
  }
}

function byCurrency(lines: readonly SummaryLine[]): (readonly SummaryLine[])[] {
  return lines.length === 0 ? [[]] : [...Map.groupBy(lines, ({ currency }) => currency).values()];
}

function inParts<Item>(items: readonly Item[], most: number): (readonly Item[])[] {
  const count = Math.max(1, Math.ceil(items.length / most));
  return Array.from({ length: count }, (_, place) => items.slice(place * most, (place + 1) * most));
}
