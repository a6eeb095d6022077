import { t, translated } from "#lib/language/t.ts";
import { countOf } from "../../format/counts.ts";
import { formatMoney } from "../../format/money.ts";
import { type CommandName, commands, holdsMoney, paysOut } from "../../gateway/commands.ts";
import type { BulkTotal } from "../bulk-totals.ts";
import { countWithoutAmount } from "../bulk-totals.ts";

/**
 * What the rows of a file name in one direction. Cents are never negative. `isOwn`: in the merchant's own currency; a row
 * that acts on an earlier payment names a plain number in the currency of that payment.
 */
type FileSum = { way: FileWay; isOwn: boolean; cents: number };
type FileWay = keyof typeof ways;

/** An authorization is held on the card, and neither in nor out. */
const ways = { in: "in", held: "held", out: "out" } as const;

/** After an amount. */
export const wayWords: Record<FileWay, string> = translated("*", {
  in: "in ~money",
  held: "held ~money",
  out: "out ~money",
});

/** The sums of a file. What may be in another currency and what goes another way is never added. */
export function sumFile(totals: readonly BulkTotal[]): FileSum[] {
  const sums = Object.keys(ways).flatMap((way) =>
    [true, false].map((isOwn) => ({
      // The keys of `ways`.
      way: way as FileWay,
      isOwn,
      cents: totals
        .filter(({ command }) => wayOf(command) === way)
        .reduce((sum, total) => sum + (isOwn ? ownCents(total) : total.cents - ownCents(total)), 0),
    })),
  );
  const named = sums.filter(({ cents }) => cents > 0);
  return named.length > 0 ? named : [{ way: "in", isOwn: true, cents: 0 }];
}

/** "−$20.00", and without a sign of a currency where the payment decides it. */
const formatFileSum = ({ way, isOwn, cents }: FileSum) =>
  formatMoney(way === "out" ? -cents : cents, { currency: isOwn });

/**
 * All of them on one line: "$448.50 in, $40.00 held, −345.00 out". Money that only comes in is the amount alone. Rows of
 * which only the gateway knows the amount are counted.
 */
export function formatFileSums(totals: readonly BulkTotal[]): string {
  const unknown = countWithoutAmount(totals);
  const sums = sumFile(totals);
  const isNamed = sums.some(({ cents }) => cents > 0);
  if (unknown > 0 && !isNamed) return t("amount not known");
  const isAlone = sums.length === 1 && sums.every(isPlainIncome);
  const parts = sums.map((sum) =>
    isAlone ? formatFileSum(sum) : `${formatFileSum(sum)} ${wayWords[sum.way]}`,
  );
  return [
    ...parts,
    ...(unknown > 0 ? [t("{rows} of unknown amount", { rows: countOf(unknown, "row") })] : []),
  ].join(", ");
}

/** Whether an amount needs no note on what it is. */
export const isPlainIncome = ({ way, isOwn }: FileSum) => way === "in" && isOwn;

const wayOf = (command: CommandName): FileWay =>
  holdsMoney(command) ? "held" : paysOut(command) ? "out" : "in";

/** What the rows without an earlier payment name. */
const ownCents = ({ command, cents, newCents = 0 }: BulkTotal) =>
  commands[command].original === "none" ? cents : newCents;
