import { ownCurrency } from "../../gateway/currencies.ts";
import { exportFormats, type JournalFormat } from "../formats.ts";
import { accountsFor, type JournalAccounts } from "./accounts.ts";
import type { SummaryLine } from "./daily-summary.ts";
import { toHledger } from "./hledger.ts";
import { toIif } from "./iif.ts";
import { toOfx } from "./ofx.ts";
import { markOf } from "./other-currency.ts";
import { maxXeroLines, toQuickBooksCsv, toXeroCsv } from "./statement-lines.ts";

export type JournalFile = { name: string; text: string };

/**
 * The files of a daily summary: one, but for programs that take one currency a file, which is in its name where it isn't the
 * merchant's own, or so many lines. `name` is without the ending, `at` is epoch ms. `mark` is in every reference: the
 * selection's, "" for whole days.
 */
export function toJournalFiles(
  lines: readonly SummaryLine[],
  {
    format,
    name,
    mark,
    named,
    at,
  }: { format: JournalFormat; name: string; mark: string; named: Partial<JournalAccounts>; at: number },
): JournalFile[] {
  const ending = exportFormats[format].file;
  const toFiles = (texts: readonly string[], of: string) =>
    texts.map((text, place) => ({
      name: `${name}${of}${texts.length === 1 ? "" : `-${place + 1}`}.${ending}`,
      text,
    }));
  switch (format) {
    case "ofx":
      return toFiles([toOfx(withMoney(lines), { mark, at })], "");
    case "hledger":
      return toFiles([toHledger(lines, accountsFor("hledger", named), mark)], "");
    default:
      return byCurrency(lines).flatMap((part) =>
        toFiles(toTexts(part, { format, mark, named }), markOf(part[0]?.currency ?? ownCurrency, "-")),
      );
  }
}

/** Of one currency. */
function toTexts(
  lines: readonly SummaryLine[],
  {
    format,
    mark,
    named,
  }: { format: Exclude<JournalFormat, "ofx" | "hledger">; mark: string; named: Partial<JournalAccounts> },
): string[] {
  switch (format) {
    case "quickbooks-iif":
      return [toIif(lines, accountsFor("quickBooks", named), mark)];
    case "quickbooks-csv":
      return [toQuickBooksCsv(withMoney(lines), mark)];
    case "xero":
      return inParts(withMoney(lines), maxXeroLines).map((part) => toXeroCsv(part, mark));
  }
}

/** A line of a statement is of money: a sum of zero has none. */
const withMoney = (lines: readonly SummaryLine[]) => lines.filter(({ cents }) => cents !== 0);

function byCurrency(lines: readonly SummaryLine[]): (readonly SummaryLine[])[] {
  return lines.length === 0 ? [[]] : [...Map.groupBy(lines, ({ currency }) => currency).values()];
}

function inParts<Item>(items: readonly Item[], most: number): (readonly Item[])[] {
  const count = Math.max(1, Math.ceil(items.length / most));
  return Array.from({ length: count }, (_, place) => items.slice(place * most, (place + 1) * most));
}
