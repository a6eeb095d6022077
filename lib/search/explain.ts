import { capitalized } from "#lib/format/capitalized.ts";
import { listOf } from "#lib/format/list.ts";
import { t, text } from "#lib/language/t.ts";
import { formatDay } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { type DayRange, resolveDays, type SearchClock } from "./days.ts";
import { type Field, fieldRow, findWord } from "./fields.ts";
import {
  conditionsOf,
  isEverything,
  isUnreadable,
  type Leaf,
  type Query,
  saying,
  type Value,
  withoutInvalid,
} from "./query.ts";
import type { Word } from "./words.ts";

/** What a search is explained with: the store's days, and the names of people as they are written. */
export type ExplainContext = SearchClock & { people?: readonly string[] };
type Context = ExplainContext & { feminine: boolean };

/** A search as a sentence: "Settled payments over $100.00 taken by Mira Castellanos, from Mon, Nov 9 to Sun, Nov 15, 2026". */
export function explain(query: Query, asked: ExplainContext): string {
  if (isUnreadable(query)) return t("No payments: none of this search can be read");
  const searched = withoutInvalid(query);
  if (isEverything(searched)) return t("All payments");
  const context = { ...asked, feminine: isFeminine(conditionsOf(searched)) };
  const conditions = sayEach(conditionsOf(searched), context);
  const at = (place: Phrase["place"]) =>
    conditions.filter((one) => one.place === place).map(({ words }) => words);
  const [noun = t("payments"), ...otherNouns] = at("noun");
  const clauses = [
    ...at("clause"),
    ...otherNouns.map((other) => t("also {condition}", { condition: other })),
  ];
  const adjectives = at("adjective").join(" ");
  const subject = adjectives ? t("{adjectives} {noun}", { adjectives, noun }) : noun;
  const clauseGap = clauses.length > 2 ? ", " : " ";
  const daysGap = clauses.length > 0 ? ", " : " ";
  const found = [[subject, ...clauses].join(clauseGap), ...at("days").slice(0, 1)].join(daysGap);
  return capitalized([found, ...at("days").slice(1), ...at("aside")].join(", "));
}

/** Whether what is searched for is feminine: the first noun, or each of several that it may be. */
function isFeminine(conditions: readonly Query[]): boolean {
  const nouns = conditions.filter(isNoun).slice(0, 1).flatMap(nounsIn);
  return nouns.length > 0 && nouns.every((noun) => noun?.feminine);
}

const isNoun = (query: Query): boolean =>
  query.kind === "or"
    ? query.items.every(isNoun)
    : query.kind === "term" && fieldRow(query.field).place === "noun";

function nounsIn(query: Query): (Word | undefined)[] {
  if (query.kind === "or") return query.items.flatMap(nounsIn);
  if (query.kind !== "term") return [];
  return query.values.map((value) =>
    value.is === "word" ? wordOf(fieldRow(query.field), value.word) : undefined,
  );
}

const wordOf = (row: Field, word: string) => (row.kind === "words" ? findWord(row.words, word) : undefined);

/** `aside` follows everything else, after a comma. */
type Phrase = { place: Field["place"] | "aside"; words: string };

/** Conditions that all have to hold. Free words are said as one list, and days as one range, where the first of them is. */
function sayEach(items: readonly Query[], context: Context): Phrase[] {
  const conditions = saying(items);
  const texts = Map.groupBy(conditions.filter(isText), ({ whole }) => whole);
  const days = conditions.filter((item) => daysOf(item, context));
  const range = overlap(days.flatMap((item) => daysOf(item, context) ?? []));
  return conditions.flatMap((item): Phrase[] => {
    if (isText(item)) {
      const alike = texts.get(item.whole) ?? [];
      return item === alike[0] ? [sayTexts(alike)] : [];
    }
    if (range && days.includes(item))
      return item === days[0] ? [{ place: "days", words: formatDays(range) }] : [];
    return [say(item, context)];
  });
}

type Text = Extract<Query, { kind: "text" }>;
const isText = (query: Query): query is Text => query.kind === "text";

/** Words of one kind: whole, or by their beginnings. */
function sayTexts(texts: readonly Text[]): Phrase {
  const all = listOf(
    texts.map(({ text }) => `“${text}”`),
    "conjunction",
    ", ",
  );
  const isOne = texts.length === 1 && !texts[0]?.text.includes(" ");
  const words = !texts[0]?.whole
    ? t("matching {texts}", { texts: all })
    : isOne
      ? t("with the word {texts}", { texts: all })
      : t("with the words {texts}", { texts: all });
  return { place: "clause", words };
}

/** The days of a condition on the day; undefined of any other. */
function daysOf(query: Query, context: Context): DayRange | undefined {
  const [value] = query.kind === "term" ? query.values : [];
  return value?.is === "days" ? resolveDays(value, context) : undefined;
}

/** The days that are in all of these; undefined where none is. */
function overlap(ranges: readonly DayRange[]): DayRange | undefined {
  const from = ranges
    .flatMap((range) => range.from ?? [])
    .sort()
    .at(-1);
  const to = ranges.flatMap((range) => range.to ?? []).sort()[0];
  return from && to && to < from ? undefined : { from, to };
}

function say(query: Query, context: Context): Phrase {
  switch (query.kind) {
    case "not":
      return { place: "aside", words: t("not {condition}", { condition: say(query.item, context).words }) };
    case "and":
      return {
        place: "aside",
        words: listOf(sayEach(query.items, context).map(({ words }) => words)),
      };
    case "or": {
      const items = query.items.map((item) => say(item, context));
      const [first] = items;
      const isOnePlace = first && items.every(({ place }) => place === first.place);
      if (isOnePlace && (first.place === "adjective" || first.place === "noun"))
        return {
          place: first.place,
          words: listOf(
            items.map(({ words }) => words),
            "disjunction",
          ),
        };
      const all = listOf(
        items.map(({ words }) => words),
        "disjunction",
      );
      return { place: "aside", words: t("either {conditions}", { conditions: all }) };
    }
    default:
      return sayLeaf(query, context);
  }
}

function sayLeaf(leaf: Leaf, context: Context): Phrase {
  if (leaf.kind === "invalid") return { place: "aside", words: "" };
  if (leaf.kind === "text") return sayTexts([leaf]);
  const row = fieldRow(leaf.field);
  const values = leaf.values.map((value) => sayValue(row, value, context));
  return { place: row.place, words: row.says(listOf(values, "disjunction")) };
}

function sayValue(row: Field, value: Value, context: Context): string {
  switch (value.is) {
    case "word":
      return agreeing(wordOf(row, value.word)?.says ?? value.word, context);
    case "amount":
      return t(comparisons[value.compare], { money: formatMoney(value.cents, anyCurrency) });
    case "amountRange":
      return t("from {money} to {money2}", {
        money: formatMoney(value.from, anyCurrency),
        money2: formatMoney(value.to, anyCurrency),
      });
    case "days":
      return formatDays(resolveDays(value, context));
    case "textRange":
      return t("{from} to {to}", { from: value.from, to: value.to });
    case "text":
      if (row.kind === "name") return personNamed(value.text, context.people) ?? `“${value.text}”`;
      return value.prefix ? `${value.text}…` : value.text;
  }
}

/** "liquidados|liquidadas" */
function agreeing(says: string, { feminine }: Context): string {
  const [masculine = says, other = masculine] = says.split("|");
  return feminine ? other : masculine;
}

const comparisons = {
  "=": text("of {money}"),
  ">": text("over {money}"),
  ">=": text("of at least {money}"),
  "<": text("under {money}"),
  "<=": text("up to {money}"),
} as const;

/** The one person whose name has a word that begins so. */
function personNamed(begun: string, people: readonly string[] = []): string | undefined {
  const typed = begun.toLowerCase();
  const named = people.filter((name) => ` ${name.toLowerCase()}`.includes(` ${typed}`));
  return named.length === 1 ? named[0] : undefined;
}

/** Days with their weekdays: "from Mon, Nov 9 to Sun, Nov 15, 2026", "since Sat, Aug 1, 2026". */
function formatDays({ from, to }: DayRange): string {
  const say = (day: string, year = true) => formatDay(day, { weekday: true, year });
  if (from && to) {
    if (from === to) return t("on {day}", { day: say(from) });
    return t("from {first} to {last}", {
      first: say(from, from.slice(0, 4) !== to.slice(0, 4)),
      last: say(to),
    });
  }
  if (from) return t("since {day}", { day: say(from) });
  return to ? t("until {day}", { day: say(to) }) : t("any day");
}

/** An amount is searched for in every currency. */
const anyCurrency = { currency: false } as const;
