import { formatDay } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { type DayRange, resolveDays, type SearchClock } from "./days.ts";
import { type Field, fieldRow, findWord } from "./fields.ts";
import { conditionsOf, isEverything, type Leaf, type Query, type Value, withoutInvalid } from "./query.ts";

/** What a search is explained with: the store's days, and the names of people as they are written. */
export type ExplainContext = SearchClock & { people?: readonly string[] };

/** A search as a sentence: "Settled payments over $100.00 taken by Mira Castellanos, Mon, Nov 9 to Sun, Nov 15, 2026". */
export function explain(query: Query, context: ExplainContext): string {
  const searched = withoutInvalid(query);
  if (isEverything(searched)) return "All payments";
  const said = conditionsOf(searched).map((item) => say(item, context));
  const at = (place: Said["place"]) => said.filter((one) => one.place === place).map(({ text }) => text);
  const [noun = "payments", ...otherNouns] = at("noun");
  const clauses = [...at("clause"), ...otherNouns.map((text) => `also ${text}`)];
  const subject = [...at("adjective"), noun].join(" ");
  const clauseGap = clauses.length > 2 ? ", " : " ";
  const sentence = [[subject, ...clauses].join(clauseGap), ...at("days"), ...at("aside")].join(", ");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** `aside` follows everything else, after a comma. */
type Said = { place: Field["place"] | "aside"; text: string };

function say(query: Query, context: ExplainContext): Said {
  switch (query.kind) {
    case "not":
      return { place: "aside", text: `not ${within(say(query.item, context))}` };
    case "and":
      return { place: "aside", text: sayAll(query.items, "and", context) };
    case "or": {
      const said = query.items.map((item) => say(item, context));
      const [first] = said;
      const isOnePlace = first && said.every(({ place }) => place === first.place);
      if (isOnePlace && (first.place === "adjective" || first.place === "noun"))
        return { place: first.place, text: said.map(({ text }) => text).join(" or ") };
      return { place: "aside", text: `either ${sayAll(query.items, "or", context)}` };
    }
    default:
      return sayLeaf(query, context);
  }
}

const sayAll = (items: readonly Query[], word: "and" | "or", context: ExplainContext) =>
  items.map((item) => within(say(item, context))).join(` ${word} `);

/** Among other conditions, a day needs its preposition. */
const within = ({ place, text }: Said) =>
  place === "days" && !/^(?:since|until) /.test(text) ? `on ${text}` : text;

function sayLeaf(leaf: Leaf, context: ExplainContext): Said {
  if (leaf.kind === "invalid") return { place: "aside", text: "" };
  if (leaf.kind === "text")
    return { place: "clause", text: leaf.whole ? `with the word “${leaf.text}”` : `matching “${leaf.text}”` };
  const row = fieldRow(leaf.field);
  const values = leaf.values.map((value) => sayValue(row, value, context));
  return { place: row.place, text: row.says(values.join(" or ")) };
}

function sayValue(row: Field, value: Value, context: ExplainContext): string {
  switch (value.is) {
    case "word":
      return row.kind === "words" ? (findWord(row.words, value.word)?.says ?? value.word) : value.word;
    case "amount":
      return `${comparisons[value.compare]} ${formatMoney(value.cents, anyCurrency)}`;
    case "amountRange":
      return `from ${formatMoney(value.from, anyCurrency)} to ${formatMoney(value.to, anyCurrency)}`;
    case "days":
      return formatDays(resolveDays(value, context));
    case "textRange":
      return `${value.from} to ${value.to}`;
    case "text":
      if (row.kind === "name") return personNamed(value.text, context.people) ?? `“${value.text}”`;
      return value.prefix ? `${value.text}…` : value.text;
  }
}

const comparisons = { "=": "of", ">": "over", ">=": "of at least", "<": "under", "<=": "up to" } as const;

/** The one person whose name has a word that begins so. */
function personNamed(text: string, people: readonly string[] = []): string | undefined {
  const typed = text.toLowerCase();
  const named = people.filter((name) => ` ${name.toLowerCase()}`.includes(` ${typed}`));
  return named.length === 1 ? named[0] : undefined;
}

/** Days with their weekdays: "Mon, Nov 9 to Sun, Nov 15, 2026", "since Sat, Aug 1, 2026". */
function formatDays({ from, to }: DayRange): string {
  const say = (day: string, year = true) => formatDay(day, { weekday: true, year });
  if (from && to) {
    if (from === to) return say(from);
    return `${say(from, from.slice(0, 4) !== to.slice(0, 4))} to ${say(to)}`;
  }
  if (from) return `since ${say(from)}`;
  return to ? `until ${say(to)}` : "any day";
}

/** An amount is sought in every currency. */
const anyCurrency = { currency: false } as const;
