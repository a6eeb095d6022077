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
  type Value,
  withoutInvalid,
} from "./query.ts";
import type { Word } from "./words.ts";

/** What a search is explained with: the store's days, and the names of people as they are written. */
export type ExplainContext = SearchClock & { people?: readonly string[] };
type Context = ExplainContext & { feminine: boolean };

/** A search as a sentence: "Settled payments over $100.00 taken by Mira Castellanos, Mon, Nov 9 to Sun, Nov 15, 2026". */
export function explain(query: Query, asked: ExplainContext): string {
  if (isUnreadable(query)) return t("No payments: none of this search can be read");
  const searched = withoutInvalid(query);
  if (isEverything(searched)) return t("All payments");
  const context = { ...asked, feminine: isFeminine(conditionsOf(searched)) };
  const conditions = conditionsOf(searched).map((item) => say(item, context));
  const at = (place: Said["place"]) =>
    conditions.filter((one) => one.place === place).map(({ words }) => words);
  const [noun = t("payments"), ...otherNouns] = at("noun");
  const clauses = [...at("clause"), ...otherNouns.map((other) => t("also {other}", { other }))];
  const adjectives = at("adjective").join(" ");
  const subject = adjectives ? t("{adjectives} {noun}", { adjectives, noun }) : noun;
  const clauseGap = clauses.length > 2 ? ", " : " ";
  const sentence = [[subject, ...clauses].join(clauseGap), ...at("days"), ...at("aside")].join(", ");
  return capitalized(sentence);
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

/** `aside` follows everything else, after a comma. `isOpen`: days without a beginning or an end. */
type Said = { place: Field["place"] | "aside"; words: string; isOpen?: boolean };

function say(query: Query, context: Context): Said {
  switch (query.kind) {
    case "not":
      return { place: "aside", words: t("not {within}", { within: within(say(query.item, context)) }) };
    case "and":
      return { place: "aside", words: sayAll(query.items, "conjunction", context) };
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
      const all = sayAll(query.items, "disjunction", context);
      return { place: "aside", words: t("either {all}", { all }) };
    }
    default:
      return sayLeaf(query, context);
  }
}

const sayAll = (items: readonly Query[], type: "conjunction" | "disjunction", context: Context) =>
  listOf(
    items.map((item) => within(say(item, context))),
    type,
  );

/** Among other conditions, a day needs its preposition. */
const within = ({ place, words, isOpen }: Said) =>
  place === "days" && !isOpen ? t("on {days}", { days: words }) : words;

function sayLeaf(leaf: Leaf, context: Context): Said {
  if (leaf.kind === "invalid") return { place: "aside", words: "" };
  if (leaf.kind === "text")
    return {
      place: "clause",
      words: leaf.whole
        ? t("with the word “{text}”", { text: leaf.text })
        : t("matching “{text}”", { text: leaf.text }),
    };
  const row = fieldRow(leaf.field);
  const values = leaf.values.map((value) => sayValue(row, value, context));
  return { place: row.place, words: row.says(listOf(values, "disjunction")), isOpen: isOpen(leaf, context) };
}

/** Whether days are said with "since" or "until". */
function isOpen({ values: [value] }: Leaf & { kind: "term" }, context: Context): boolean {
  if (value?.is !== "days") return false;
  const { from, to } = resolveDays(value, context);
  return (from === undefined) !== (to === undefined);
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

/** Days with their weekdays: "Mon, Nov 9 to Sun, Nov 15, 2026", "since Sat, Aug 1, 2026". */
function formatDays({ from, to }: DayRange): string {
  const say = (day: string, year = true) => formatDay(day, { weekday: true, year });
  if (from && to) {
    if (from === to) return say(from);
    return t("{say} to {say2}", { say: say(from, from.slice(0, 4) !== to.slice(0, 4)), say2: say(to) });
  }
  if (from) return t("since {say}", { say: say(from) });
  return to ? t("until {say}", { say: say(to) }) : t("any day");
}

/** An amount is searched for in every currency. */
const anyCurrency = { currency: false } as const;
