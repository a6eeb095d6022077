import { t, text } from "#lib/language/t.ts";
import { holdsCardNumber } from "../card-data/card-detector.ts";
import { closestOf } from "./closest.ts";
import { dayComparisons, looksLikeDay, readDaysAt, readMissingDayAt } from "./days.ts";
import { allFieldNames, type FieldName, fieldRow, findBareWord, findField } from "./fields.ts";
import { printForAddress } from "./print.ts";
import {
  combine,
  everything,
  isEverything,
  type Leaf,
  negate,
  type Place,
  type Query,
  type Value,
} from "./query.ts";
import { scan, type Token, toPieces, type WordToken } from "./scan.ts";
import { toEnglish } from "./typed-words.ts";
import { dayProblem, looksLikeAmounts, type Piece, quote, readValue } from "./values.ts";

/** What is wrong at a place of the text. `isRead`: it is searched for all the same. */
export type Problem = Place & { reason: string; isRead?: true };

/** `holdsCard`: the text holds a card number. It is not searched for, and nothing of it is in the query. */
export type ParsedSearch = { query: Query; problems: readonly Problem[]; holdsCard: boolean };

/** Limits that no search by hand reaches. Values count one by one. */
const LONGEST = 20_000;
const MAX_VALUES = 50;
const LONGEST_VALUE = 100;
/** Of a piece that can't be read. */
const LONGEST_INVALID = 300;
/** Of a search of which nothing can be read. A box takes no more. */
const LONGEST_UNREADABLE = 1000;
const DEEPEST = 100;

/**
 * Reads a search: fields with values, days in words, free words, `-`, `OR` (which binds its neighbors closer than a space
 * does) and brackets. Never throws: what can't be read is an `invalid` leaf with its place and reason, and what means
 * nothing on its own, such as a bracket that is never closed, is a problem only. Where nothing can be read, all of it is
 * one `invalid` leaf.
 */
export const parse = (text: string): ParsedSearch => read(text, scan(text.slice(0, LONGEST)));

/** Parses what a user types, also with the words of their own language. The resulting query does not depend on the language. */
export const parseTyped = (text: string): ParsedSearch => read(text, toEnglish(scan(text.slice(0, LONGEST))));

function read(text: string, tokens: readonly Token[]): ParsedSearch {
  const reader = new Reader(tokens);
  const found = combine("and", reader.readList(0, false));
  if (text.length > LONGEST)
    reader.report({ start: LONGEST, end: text.length }, t("The search is too long."));
  const [first] = reader.problems;
  const query = isEverything(found) && first ? unreadable(tokens, text.length, first.reason) : found;
  // Dates and amounts beside each other have as many digits as a card. In an address they have letters between them.
  const isCard = holdsCardNumber(printForAddress(query)) || (reader.hasDropped && holdsCardNumber(text));
  if (!isCard) return { query, problems: reader.problems, holdsCard: false };
  const problem = { start: 0, end: text.length, reason: cardInSearch() };
  return { query: everything, problems: [problem], holdsCard: true };
}

function unreadable(tokens: readonly Token[], end: number, reason: string): Leaf {
  const text = tokens.map((token) => (token.kind === "word" ? token.raw : signs[token.kind])).join(" ");
  const isKept = text !== "" && text.length <= LONGEST_UNREADABLE;
  // Brackets around nothing can't be read either.
  return { kind: "invalid", text: isKept ? text : "()", reason, start: 0, end };
}

const signs = { "(": "(", ")": ")", and: "AND", or: "OR", not: "-", dash: "-" } as const;

const cardInSearch = () =>
  t("This looks like a card number. Search for its last four digits, such as card:1111.");

class Reader {
  readonly problems: Problem[] = [];
  /** Whether something of the text is not in the query. */
  hasDropped = false;
  readonly #tokens: readonly Token[];
  readonly #reported = new Set<number>();
  #at = 0;
  #values = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** One reason for a place is enough. */
  report({ start, end }: Place, reason: string): void {
    this.hasDropped = true;
    if (!this.#reported.has(start)) this.problems.push({ start, end, reason });
    this.#reported.add(start);
  }

  /** Everything up to the bracket that closes, or to the end. */
  readList(depth: number, isInBrackets: boolean): Query[] {
    const items: Query[] = [];
    for (let token = this.#next; token; token = this.#next) {
      if (token.kind === ")" && isInBrackets) break;
      const item = token.kind === "and" ? this.#passAnd(token, items.length > 0) : this.#readOr(depth);
      if (item) items.push(item);
    }
    return items;
  }

  /** Conditions beside each other have to hold anyway. */
  #passAnd(token: Token, isAfterOne: boolean): undefined {
    this.#at++;
    const next = this.#next?.kind;
    if (!isAfterOne || next === undefined || next === ")" || next === "and" || next === "or")
      this.report(token, needsBoth("AND"));
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #readOr(depth: number): Query | undefined {
    const items: Query[] = [];
    let operator: Token | undefined;
    do {
      const item = this.#readNot(depth);
      if (item) items.push(item);
      else if (operator) this.report(operator, needsBoth("OR"));
      operator = this.#next?.kind === "or" ? this.#take() : undefined;
      if (operator && items.length === 0) this.report(operator, needsBoth("OR"));
    } while (operator);
    return items.length === 0 ? undefined : combine("or", items);
  }

  #readNot(depth: number): Query | undefined {
    const first = this.#next;
    let isNegated = false;
    for (; this.#next?.kind === "not"; this.#at++) isNegated = !isNegated;
    const item = this.#readOne(depth);
    if (!item && first?.kind === "not")
      this.report(first, needsNext(first.end - first.start > 1 ? "NOT" : "-"));
    return item && isNegated ? negate(item) : item;
  }

  /** Undefined for what means nothing; it is reported and passed, unless it belongs to the caller. */
  #readOne(depth: number): Query | undefined {
    const token = this.#next;
    if (!token || token.kind === "or" || token.kind === "not" || token.kind === "and") return undefined;
    if (token.kind === "word") return this.#readWord(token);
    if (token.kind === "(" && depth < DEEPEST) return this.#readBrackets(depth);
    if (token.kind === ")" && depth > 0) return undefined;
    this.#at++;
    this.report(token, token.kind === "dash" ? needsNext("-") : t(strayReasons[token.kind]));
    return undefined;
  }

  #readBrackets(depth: number): Query | undefined {
    const open = this.#take();
    const items = this.readList(depth + 1, true);
    if (this.#next) this.#at++;
    else if (open) this.report(open, t("This bracket isn't closed."));
    if (items.length > 0) return combine("and", items);
    if (open) this.report(open, t("Nothing is between the brackets."));
    return undefined;
  }

  #take(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #readWord(token: WordToken): Leaf | undefined {
    this.#at++;
    const field = token.name === undefined ? undefined : findField(token.name);
    const splits = field !== undefined && !takesOne.includes(fieldRow(field).kind);
    const pieces = toPieces(token.rest, splits);
    this.#values += Math.max(1, pieces.length);
    if (this.#values > MAX_VALUES)
      return this.#drop(token, t("A search can have {count} values at most.", { count: MAX_VALUES }));
    if (pieces.some(({ text }) => text.length > LONGEST_VALUE)) return this.#drop(token, tooLong());
    const leaf = this.#readPieces(token, field, pieces);
    if (token.isOpen && leaf && leaf.kind !== "invalid")
      this.problems.push({ ...placeOf(token), reason: t("This quote isn't closed."), isRead: true });
    return leaf;
  }

  #readPieces(token: WordToken, field: FieldName | undefined, pieces: readonly Piece[]): Leaf | undefined {
    if (token.name === undefined) return this.#readFree(token, pieces[0]);
    return field ? this.#readField(token, field, pieces) : this.#refuseField(token, token.name);
  }

  #drop(token: WordToken, reason: string): undefined {
    this.report(token, reason);
  }

  #readFree(token: WordToken, piece: Piece | undefined): Leaf | undefined {
    if (!piece?.text) return this.#drop(token, t("Nothing is searched for here."));
    const { text, quoted, starred } = piece;
    if (token.isBare) {
      const days = readDaysAt(this.#plainWordsFrom(this.#at - 1));
      if (days) return this.#takeDays(token, days);
      const missing = readMissingDayAt(this.#plainWordsFrom(this.#at - 1));
      if (missing) return this.#takeMissingDay(token, missing);
      // includes takes only members of the list
      if ((dayComparisons as readonly string[]).includes(text.toLowerCase()))
        return this.#readWithoutDay(token, text.toLowerCase());
      if (looksLikeDay(text)) return this.#invalid(token, dayProblem(text));
      if (looksLikeAmounts(text)) return this.#readField(token, "amount", [piece]);
      const known = findBareWord(text);
      if (known) return toTerm(token, known.field, [{ is: "word", word: known.word }]);
    }
    return { kind: "text", text, whole: quoted && !starred, ...placeOf(token) };
  }

  /** "since" with the word after it, where that is no day: in quotes, so that it is read the same beside other words. */
  #readWithoutDay(token: WordToken, compare: string): Leaf | undefined {
    const reason = t("Add a day after {text}, such as {text} 2026-11-01.", { text: compare });
    const next = this.#next;
    if (next?.kind !== "word" || next.name !== undefined) return this.#drop(token, reason);
    this.#at++;
    const word = next.isBare ? quote(next.raw, false) : next.raw;
    return this.#invalid({ ...token, end: next.end, raw: `${compare} ${word}` }, reason);
  }

  #takeDays(token: WordToken, { value, count }: { value: Value; count: number }): Leaf {
    this.#at += count - 1;
    const { end } = this.#tokens[this.#at - 1] ?? token;
    return toTerm({ start: token.start, end }, "day", [value]);
  }

  #takeMissingDay(
    token: WordToken,
    { text, reason, count }: { text: string; reason: string; count: number },
  ): Leaf | undefined {
    this.#at += count - 1;
    const { end } = this.#tokens[this.#at - 1] ?? token;
    return this.#invalid({ ...token, end, raw: text }, reason);
  }

  /** As many words as a day may have. */
  #plainWordsFrom(at: number): string[] {
    const words: string[] = [];
    for (const token of this.#tokens.slice(at, at + 4)) {
      if (token.kind !== "word" || !token.isBare) break;
      words.push(token.raw);
    }
    return words;
  }

  #readField(token: WordToken, field: FieldName, pieces: readonly Piece[]): Leaf | undefined {
    const row = fieldRow(field);
    const read = pieces.filter(({ text }) => text !== "").map((piece) => readValue(field, piece));
    const wrong = read.find((value) => "reason" in value);
    if (wrong) return this.#invalid(token, wrong.reason);
    const values = read.flatMap((one) => ("value" in one ? [one.value] : []));
    if (values.length === 0)
      return this.#invalid(token, t("Add a value, such as {example}.", { example: row.example }));
    return toTerm(token, field, unique(values));
  }

  #refuseField(token: WordToken, name: string): Leaf | undefined {
    const close = closestOf(name, allFieldNames);
    const hint = close
      ? t("Did you mean {field}?", { field: findField(close) })
      : t("Use quotes to search for this text.");
    return this.#invalid(token, t("No such field: {name}. {hint}", { name, hint }));
  }

  #invalid(token: WordToken, reason: string): Leaf | undefined {
    const text = token.raw.replace(/ +/g, " ");
    if (text.length > LONGEST_INVALID) return this.#drop(token, tooLong());
    this.problems.push({ ...placeOf(token), reason });
    return { kind: "invalid", text, reason, ...placeOf(token) };
  }
}

const tooLong = () => t("This word is too long: it may have {count} characters.", { count: LONGEST_VALUE });

const needsBoth = (word: string) => t("{word} needs a condition on both sides.", { word });
const needsNext = (word: string) => t("{word} needs a condition right after it.", { word });

const strayReasons = {
  "(": text("Too many brackets."),
  ")": text("No bracket is open here."),
} as const;

const placeOf = ({ start, end }: Place): Place => ({ start, end });

const toTerm = (place: Place, field: FieldName, values: readonly Value[]): Leaf => ({
  ...{ kind: "term", field, values },
  ...placeOf(place),
});

/** Kinds of fields in whose values a comma belongs to the value. */
const takesOne: readonly string[] = ["amount", "days"];

const unique = (values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
