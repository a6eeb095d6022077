import {
  dayComparisons,
  looksLikeDay,
  printDays,
  readDaysAt,
  readMissingDayAt,
  spellMonths,
} from "./days.ts";
import { fieldRow, findBareWord } from "./fields.ts";
import type { DayValue, Leaf, Query } from "./query.ts";
import { findOperator } from "./scan.ts";
import { beginsPhrase } from "./typed-words.ts";
import { isPlain, looksLikeAmounts, printValue, quote } from "./values.ts";

type Part = "(" | ")" | "-" | "OR" | Leaf;

/** Writes a query as text that `parse` reads as the same query. */
export const print = (query: Query): string => write(query, printDays);

/**
 * Prints a query with letters in its dates ("2026-nov-20"), for an address: with digits only, dates beside other numbers could
 * look like a card number there and be refused.
 */
export const printForAddress = (query: Query): string =>
  write(query, (value) => spellMonths(printDays(value)));

function write(query: Query, printDay: (value: DayValue) => string): string {
  const parts = query.kind === "and" ? query.items.flatMap(toParts) : partsOf(query);
  const words: string[] = [];
  // From the end: whether a word needs quotes depends on those after it ("last", "week").
  for (let place = parts.length - 1; place >= 0; place--) {
    const part = parts[place];
    if (part === undefined) continue;
    words[place] =
      typeof part === "string" ? part : printLeaf(part, words.slice(place + 1, place + 5), printDay);
  }
  return words.reduce((text, word, place) => {
    const isTight = word === ")" || ["(", "-", undefined].includes(words[place - 1]);
    return `${text}${isTight ? "" : " "}${word}`;
  }, "");
}

/** A part of a list: alternatives in brackets, though they would be read without. */
const toParts = (item: Query): Part[] =>
  item.kind === "and" || item.kind === "or" ? ["(", ...partsOf(item), ")"] : partsOf(item);

function partsOf(query: Query): Part[] {
  switch (query.kind) {
    case "and":
      return query.items.flatMap(toParts);
    case "or":
      return query.items.flatMap((item, place) => [
        ...(place > 0 ? (["OR"] as const) : []),
        ...toParts(item),
      ]);
    case "not":
      return ["-", ...toParts(query.item)];
    default:
      return [query];
  }
}

function printLeaf(leaf: Leaf, next: readonly string[], printDay: (value: DayValue) => string): string {
  if (leaf.kind === "invalid") return leaf.text;
  if (leaf.kind === "text")
    return !leaf.whole && isFree(leaf.text, next) ? leaf.text : quote(leaf.text, !leaf.whole);
  const [first] = leaf.values;
  if (first?.is === "days") return printDay(first);
  const row = fieldRow(leaf.field);
  return `${leaf.field}:${leaf.values.map((value) => printValue(row, value)).join(",")}`;
}

/** Whether a word means itself before these words. */
function isFree(text: string, next: readonly string[]): boolean {
  if (!isPlain(text.replaceAll(",", "")) || text.startsWith("-") || looksLikeDay(text)) return false;
  if (findOperator(text) || (dayComparisons as readonly string[]).includes(text.toLowerCase())) return false; // includes takes only members of the list
  if (looksLikeAmounts(text) || findBareWord(text)) return false;
  const words = [text, ...freeWords(next)];
  return !readDaysAt(words) && !readMissingDayAt(words) && !beginsPhrase(words);
}

/** The words that `parse` sees as such, up to the first other piece. */
function freeWords(words: readonly string[]): string[] {
  const end = words.findIndex((word) => /["*:()]/.test(word));
  return words.slice(0, end < 0 ? undefined : end).flatMap((word) => word.split(" "));
}
