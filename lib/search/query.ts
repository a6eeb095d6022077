import type { FieldName } from "./fields.ts";

/**
 * What a search asks for. An `and` or `or` holds no other of its kind and never a single item; the empty `and` is the
 * search for everything. `start` and `end` are the place in the text that was parsed, 0 in a query that was made otherwise.
 */
export type Query = And | Or | Not | Leaf;
type And = { kind: "and"; items: readonly Query[] };
type Or = { kind: "or"; items: readonly Query[] };
/** Its item is never another `not`. */
type Not = { kind: "not"; item: Query };
export type Leaf = Term | Text | Invalid;

/** A field with one of these values. */
type Term = Place & { kind: "term"; field: FieldName; values: readonly Value[] };
/** A free word. `whole`: words that begin with it do not count. */
type Text = Place & { kind: "text"; text: string; whole: boolean };
/** A piece that could not be read, as it was typed. Beside what could be read, it is left out of the search. */
type Invalid = Place & { kind: "invalid"; text: string; reason: string };
export type Place = { start: number; end: number };

export type Value = TextValue | TextRange | WordValue | AmountValue | AmountRange | DayValue;
type TextValue = { is: "text"; text: string; prefix: boolean };
type TextRange = { is: "textRange"; from: string; to: string };
type WordValue = { is: "word"; word: string };
/** Cents, as all amounts. */
type AmountValue = { is: "amount"; compare: "=" | ">" | ">=" | "<" | "<="; cents: number };
type AmountRange = { is: "amountRange"; from: number; to: number };
/** `span` and `to` are spans of days as `lib/search/days.ts` names them; `to` is there with `between` alone. */
export type DayValue = {
  is: "days";
  compare: "in" | "since" | "before" | "until" | "between";
  span: string;
  to?: string;
};

export const everything: Query = { kind: "and", items: [] };

export const isEverything = (query: Query): boolean => query.kind === "and" && query.items.length === 0;

/** The conditions that all have to hold. */
export const conditionsOf = (query: Query): readonly Query[] =>
  query.kind === "and" ? query.items : [query];

/** An `and` or `or` in the shape that `Query` promises. */
export function combine(kind: "and" | "or", items: readonly Query[]): Query {
  const flat = items.flatMap((item) => (item.kind === kind ? item.items : [item]));
  return flat.length === 1 && flat[0] ? flat[0] : { kind, items: flat };
}

export function negate(item: Query): Query {
  return item.kind === "not" ? item.item : { kind: "not", item };
}

/** The "&" of a pasted name is in no term: beside other conditions it says nothing. Alone it finds nothing. */
export function saying(items: readonly Query[]): readonly Query[] {
  const others = items.filter((item) => item.kind !== "text" || hasWord(item.text));
  return others.length > 0 ? others : items;
}

export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** The query that is searched for: without what could not be read. */
export function withoutInvalid(query: Query): Query {
  return prune(query) ?? everything;
}

/** Whether something was typed, and none of it could be read. Such a search finds nothing. */
export const isUnreadable = (query: Query): boolean =>
  !isEverything(query) && isEverything(withoutInvalid(query));

function prune(query: Query): Query | undefined {
  switch (query.kind) {
    case "invalid":
      return undefined;
    case "term":
    case "text":
      return query;
    case "not": {
      const item = prune(query.item);
      return item && negate(item);
    }
    case "and":
    case "or": {
      const items = query.items.flatMap((item) => prune(item) ?? []);
      return items.length === 0 ? undefined : combine(query.kind, items);
    }
  }
}

/** Text as it is kept: no control characters, straight quotes, single spaces. */
export const cleanText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ")
    .replace(/[“”„‟]/g, '"')
    .trim();
