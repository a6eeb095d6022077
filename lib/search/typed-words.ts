import { currentLanguage, t, text } from "#lib/language/t.ts";
import { monthNames, weekdayNames } from "../format/dates.ts";
import { months, weekdays } from "./days.ts";
import { type FieldName, fieldNames, fieldRow, findField, findWord } from "./fields.ts";
import { scan, type Token, type WordToken } from "./scan.ts";
import type { Word } from "./words.ts";

/**
 * The words of a search in the language of the person who types them. A search itself is English, so that an address and a
 * saved search mean the same to everyone.
 */

/** With several ways to say the same between "|". "{n}" is a number. In English they say themselves. */
const phrases = {
  and: text("and ~typed"),
  or: text("or ~typed"),
  not: text("not ~typed"),
  since: text("since ~typed"),
  before: text("before ~typed"),
  until: text("until ~typed"),
  today: text("today ~typed"),
  yesterday: text("yesterday ~typed"),
  "this week": text("this week ~typed"),
  "last week": text("last week ~typed"),
  "this month": text("this month ~typed"),
  "last month": text("last month ~typed"),
  "this year": text("this year ~typed"),
  "last year": text("last year ~typed"),
  "last {n} days": text("last {n} days ~typed"),
  date: text("{n} {month} ~typed"),
  dateOfYear: text("{n} {month} {n} ~typed"),
} as const;

/** The longest has five words: "20 de noviembre de 2026". */
const maxWords = 5;

/** The tokens with the English for what is said in the language of the page. Each keeps its place in the text. */
export function toEnglish(tokens: readonly Token[]): readonly Token[] {
  const known = knownPhrases();
  if (!known) return tokens;
  const english: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token; // the loop's condition
    const found = phraseAt(bareWordsFrom(tokens, at), known);
    const last = found && tokens[at + found.count - 1];
    if (found && last)
      english.push(...scan(found.english).map((word) => ({ ...word, start: token.start, end: last.end })));
    else english.push(token.kind === "word" ? fieldInEnglish(token) : token);
    at += found?.count ?? 1;
  }
  return english;
}

/** Whether words would be taken for something else when they are typed. */
export function beginsPhrase(words: readonly string[]): boolean {
  const known = knownPhrases();
  return known !== undefined && phraseAt(words.slice(0, maxWords), known) !== undefined;
}

/** A field by its name in English or in the language of the page. */
export const findTypedField = (name: string): FieldName | undefined =>
  findField(name) ??
  (knownPhrases() && fieldNames.find((field) => plain(fieldRow(field).label) === plain(name)));

function fieldInEnglish(token: WordToken): WordToken {
  const field = token.name === undefined ? undefined : findTypedField(token.name);
  if (token.name === undefined || !field) return token;
  const name = findField(token.name) ? token.name : field;
  const row = fieldRow(field);
  const rest = row.kind === "words" ? wordsInEnglish(token.rest, row.words) : token.rest;
  return { ...token, name, rest, raw: `${name}:${rest}` };
}

function wordsInEnglish(rest: string, words: readonly Word[]): string {
  const toWord = (piece: string) =>
    findWord(words, piece)
      ? piece
      : (words.find((word) => formsOf(word).includes(plain(piece)))?.word ?? piece);
  return rest.includes('"') ? rest : rest.split(",").map(toWord).join(",");
}

/** What a word is called in the language of the page: "liquidado", "liquidadas". None in English. */
export function formsOf({ label, says }: Word): string[] {
  if (currentLanguage() === "en") return [];
  return [label, ...says.split("|")].map(plain).flatMap((form) => [form, form.replace(/s$/, ""), `${form}s`]);
}

/** Ways to say some days in the language of the page. None in English. */
export const formsOfSpan = (span: string): string[] =>
  [...(knownPhrases() ?? [])].flatMap(([form, english]) => (english === span ? [form] : []));

type Phrases = ReadonlyMap<string, string>;
const known = new Map<string, Phrases>();

/** English by what is typed, with "#" for each number. Undefined where that is English. */
function knownPhrases(): Phrases | undefined {
  const language = currentLanguage();
  if (language === "en") return undefined;
  const found = known.get(language) ?? readPhrases();
  known.set(language, found);
  return found;
}

function readPhrases(): Phrases {
  const found = new Map<string, string>();
  const add = (forms: string, english: string) => {
    for (const form of forms.split("|")) {
      const typed = plain(form).replaceAll("{n}", "#");
      if (typed !== plain(english) && !found.has(typed)) found.set(typed, english.replaceAll("{n}", "#"));
    }
  };
  const { date, dateOfYear, ...others } = phrases;
  // "{n}" stays: what is typed in its place is not known yet.
  for (const [english, forms] of Object.entries(others)) add(t(forms, { n: "{n}" }), english);
  for (const [at, name] of weekdayNames().entries()) add(name, weekdays[at] ?? "");
  for (const form of ["long", "short"] as const)
    for (const [at, month] of monthNames(form).entries()) {
      add(t(dateOfYear, { n: "{n}", month }), `{n} ${months[at]} {n}`);
      add(t(date, { n: "{n}", month }), `{n} ${months[at]}`);
    }
  for (const field of fieldNames) {
    const row = fieldRow(field);
    if (row.kind !== "words") continue;
    for (const word of row.words)
      if (word.bare)
        for (const form of formsOf(word)) if (!form.includes(" ")) add(form, `${field}:${word.word}`);
  }
  return found;
}

/** The longest phrase that the words begin with. */
function phraseAt(words: readonly string[], from: Phrases): { english: string; count: number } | undefined {
  for (let count = words.length; count > 0; count--) {
    const text = words.slice(0, count).join(" ");
    const numbers = text.match(/\d+/g) ?? [];
    const english = from.get(plain(text).replace(/\d+/g, "#"));
    if (english) return { english: english.replace(/#/g, () => numbers.shift() ?? ""), count };
  }
  return undefined;
}

function bareWordsFrom(tokens: readonly Token[], at: number): string[] {
  const words: string[] = [];
  for (const token of tokens.slice(at, at + maxWords)) {
    if (token.kind !== "word" || !token.isBare) break;
    words.push(token.raw);
  }
  return words;
}

/** In lower case and without accents, which are often left out. */
export const plain = (typed: string) => typed.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
