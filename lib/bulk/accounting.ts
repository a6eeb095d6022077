import { t } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import { formatMoney } from "../format/money.ts";
import { commands } from "../gateway/commands.ts";
import { isOwnCurrency } from "../gateway/currencies.ts";
import type { BatchTotal, Outcomes, OutcomeTotal } from "./bulk-results.ts";
import { countWithoutAmount } from "./bulk-totals.ts";
import type { BulkFile } from "./file/bulk-file.ts";

/** What was approved compared with what became of it, row by row and, where that can be, cent by cent. */
export type Accounting = {
  /** Rows that the gateway did not run: rejected, or sent before. Their amounts are not reported. */
  notRun: number;
  /** Rows that were sent and have no outcome; below zero for outcomes that no row accounts for. */
  openRows: number;
  /**
   * Cents that the rows name and no outcome shows; below zero the other way round. Undefined where payments are in other
   * currencies: the rows name plain numbers.
   */
  openCents: number | undefined;
  /** What rows without an amount came to, once every other row is accounted for. */
  unnamedCents: number;
  /** Failed rows, and others of which the gateway reports no amount or another one than the row named. */
  unsureRows: number;
  /** Rows that were approved in part. */
  inPart: number;
  /** `explained`: every row is accounted for, and what the amounts differ by has the reasons above. */
  verdict: "agrees" | "explained" | "differs";
};

type SentFile = Pick<BulkFile, "good" | "cents" | "totals" | "upload" | "group">;

export function accountFor(file: SentFile, outcomes: Outcomes): Accounting {
  const { approved, duplicates, declined, errors, inPart } = outcomes;
  const all = [approved, duplicates, declined, errors];
  const notRun = notRunOf(file);
  const openRows = file.good - notRun - all.reduce((sum, { count }) => sum + count, 0);
  const unsureRows =
    errors.count + sumOf([approved, duplicates, declined], ({ withoutAmount }) => withoutAmount);
  const named = { notRun, openRows, inPart, unsureRows: Math.max(0, unsureRows - savesIn(file)) };
  if (!all.every(isOwn)) {
    const verdict = openRows === 0 ? "explained" : "differs";
    return { ...named, openCents: undefined, unnamedCents: 0, verdict };
  }
  const difference = file.cents - sumOf(all, ownCents);
  const unnamed = countWithoutAmount(file.totals);
  const isUnsure = notRun + named.unsureRows + inPart > 0;
  // With nothing else unsure, what is beyond the named amounts is that of the rows without one.
  const unnamedCents = unnamed > 0 && openRows === 0 && !isUnsure ? Math.max(0, -difference) : 0;
  const openCents = difference + unnamedCents || 0;
  if (openRows !== 0) return { ...named, openCents, unnamedCents, verdict: "differs" };
  if (openCents === 0) return { ...named, openCents, unnamedCents, verdict: "agrees" };
  const isExplained = isUnsure && (openCents > 0 || unnamed + errors.count > 0);
  return { ...named, openCents, unnamedCents, verdict: isExplained ? "explained" : "differs" };
}

/** Whether rows or payments of a group can't be found: something that a person has to look into. */
export function isLost(batches: readonly BatchTotal[], accounting: Accounting | undefined): boolean {
  return accounting?.verdict === "differs" || batches.some(({ held }) => held && held.missing.count > 0);
}

/** Rows or money of the file that no outcome accounts for. */
export function formatOpen({ openRows, openCents }: Accounting): string {
  const rows = Math.abs(openRows);
  if (openRows > 0)
    return rows === 1
      ? t("1 row was sent and has no outcome. Look for it in the gateway's own report.")
      : t("{rows} were sent and have no outcome. Look for them in the gateway's own report.", {
          rows: countOf(rows, "row"),
        });
  if (openRows < 0)
    return t("The gateway reports {outcomes} more than rows were sent. Compare the results with the file.", {
      outcomes: countOf(rows, "outcome"),
    });
  const cents = openCents ?? 0;
  return cents > 0
    ? t("The rows name {money} more than their outcomes show. Compare the results with the file.", {
        money: formatMoney(cents),
      })
    : t("The outcomes show {money} more than the rows name. Compare the results with the file.", {
        money: formatMoney(-cents),
      });
}

/** Where the answer to the upload was lost, the group reports how many rows it took. */
function notRunOf({ good, upload, group }: SentFile): number {
  if (upload) return upload.errors + upload.dupes;
  return Math.max(0, good - (group?.transactions ?? good));
}

/** Saving a card moves no money and names none. */
const savesIn = ({ totals }: SentFile) =>
  totals.reduce((sum, { command, count }) => sum + (commands[command].money === "none" ? count : 0), 0);

const isOwn = ({ sums }: OutcomeTotal) => sums.every(({ currency }) => isOwnCurrency(currency));

const sumOf = <One>(all: readonly One[], of: (one: One) => number) =>
  all.reduce((sum, one) => sum + of(one), 0);

const ownCents = ({ sums }: OutcomeTotal) => sumOf(sums, ({ cents }) => cents);
