import { t, text } from "#lib/language/t.ts";
import { digitsIn } from "../card-data/card-detector.ts";
import { dayWords } from "./days.ts";
import { allFieldNames, type Field, type FieldName, fieldNames, fieldRow, findField } from "./fields.ts";
import { scan, type WordToken } from "./scan.ts";
import { findTypedField, formsOf, formsOfSpan, plain } from "./typed-words.ts";
import { isPlain, quote } from "./values.ts";

/** What may be put in place of a part of the text. `isPart`: a value still has to follow. */
type Suggestion = { insert: string; label: string; isPart: boolean };

/** Suggestions for the word at the caret, in place of `start` to `end`. */
export type Suggestions = {
  start: number;
  end: number;
  options: readonly Suggestion[];
  /** Values of the store that may complete the word: those of the field that begin so, put after `before`. */
  asks?: { field: FieldName; prefix: string; before: string };
};

/** What the word at the caret can become. */
export function suggest(text: string, caret: number): Suggestions {
  const words = scan(text).filter((token): token is WordToken => token.kind === "word");
  const at = words.findIndex(({ start, end }) => start < caret && caret <= end);
  const word = words[at];
  if (!word) return { start: caret, end: caret, options: [...fieldOptions(""), ...dayOptions("today")] };
  const typed = text.slice(word.start, caret);
  const { start, end } = word;
  const field = word.name === undefined || !typed.includes(":") ? undefined : findTypedField(word.name);
  if (field) return { start, end, ...valueSuggestions(field, typed) };
  const days = daysFrom(words.slice(0, at + 1), typed);
  if (days) return { start: days.start, end, options: dayOptions(days.typed) };
  return { start, end, options: [...fieldOptions(typed), ...wordOptions(typed), ...dayOptions(typed)] };
}

/** A value of a field as it is typed, in quotes where it needs them. */
export const printChoice = (value: string): string => (isPlain(value) ? value : quote(value, false));

const maxOptions = 8;

function fieldOptions(typed: string): Suggestion[] {
  const begun = typed.toLowerCase();
  const named = [
    ...allFieldNames.filter((name) => name.startsWith(begun)).flatMap((name) => findField(name) ?? []),
    ...fieldNames.filter((name) => begun !== "" && plain(fieldRow(name).label).startsWith(begun)),
  ];
  return [...new Set(begun === "" ? fieldNames : named)].slice(0, maxOptions).map((name) => ({
    insert: `${name}:`,
    label: fieldRow(name).finds,
    isPart: true,
  }));
}

/** Values that are found by their own words: "settled" is `status:settled`. */
function wordOptions(typed: string): Suggestion[] {
  if (typed.length < 2) return [];
  return fieldNames.flatMap((name) => choicesOf(fieldRow(name), typed, `${name}:`)).slice(0, maxOptions);
}

function dayOptions(typed: string): Suggestion[] {
  const begun = plain(typed);
  return [...dayWords, "last 7 days", "last 30 days"].flatMap((span) => {
    const form = formsOfSpan(span).find((form) => form.startsWith(begun));
    if (form) return [{ insert: span, label: `${t("Days")}: ${form}`, isPart: false }];
    return span.startsWith(begun) && (span !== begun || begun === "today")
      ? [{ insert: span, label: t("Days"), isPart: false }]
      : [];
  });
}

/** "last w": the two words are the beginning of a day. */
function daysFrom(words: readonly WordToken[], typed: string): { start: number; typed: string } | undefined {
  const before = words.at(-2);
  if (!before?.isBare) return undefined;
  const both = `${before.raw} ${typed}`;
  return dayOptions(both).length > 0 ? { start: before.start, typed: both } : undefined;
}

function valueSuggestions(field: FieldName, typed: string): Pick<Suggestions, "options" | "asks"> {
  const row = fieldRow(field);
  const [before = "", last = ""] = splitLast(typed);
  if (row.kind === "words") return { options: choicesOf(row, last, before) };
  if (row.kind === "days") return { options: dayOptions(last) };
  if (row.kind === "amount")
    return {
      options:
        last === ""
          ? comparisons.map(([sign, label]) => ({ insert: before + sign, label: t(label), isPart: true }))
          : [],
    };
  const prefix = last.replace(/^"|["*]+$/g, "");
  return digitsIn(prefix).some(({ length }) => length > maxDigits)
    ? { options: [] }
    : { options: [], asks: { field, prefix, before } };
}

/** More may be the beginning of a card number, which leaves the browser in no address. */
const maxDigits = 6;

const comparisons = [
  [">", text("Over an amount")],
  ["<", text("Under an amount")],
] as const;

/** The text before the last value of a field, with its colon or comma, and that value. */
const splitLast = (typed: string) => /^(.*[:,])(.*)$/s.exec(typed)?.slice(1) ?? [];

function choicesOf(row: Field, typed: string, before: string): Suggestion[] {
  if (row.kind !== "words") return [];
  const begun = plain(typed);
  return row.words
    .filter((word) => [word.word, ...word.aliases, ...formsOf(word)].some((name) => name.startsWith(begun)))
    .map(({ word, label }) => ({ insert: before + word, label: `${row.label}: ${label}`, isPart: false }));
}
