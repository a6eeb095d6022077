import type { Language } from "./languages.ts";

/**
 * Texts that people read, in their language. The code holds the English; es.json holds the Spanish by it, so that a text
 * without a translation is shown in English. The store, the log and the answers of the server are English: `translate`
 * translates what came from there. `e2e/texts.test.ts` finds what es.json lacks.
 */

/** English text → its translation. A counted noun is under "#one|several", in the same form. */
export type Catalog = Readonly<Record<string, string>>;

/** Of a page or a request. */
export type Speech = {
  language: Language;
  catalog: Catalog;
  /** See translate.ts. */
  translate(english: string): string;
};

type Value = string | number | undefined;
type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;
/** None where the text has no place for any. */
export type ValuesOf<Text extends string> = [NameIn<Text>] extends [never]
  ? []
  : [values: { [Name in NameIn<Text>]: Value }];

/** `t("Opened {day}", { day })`. At the top of a module the language is not known yet: see `text` and `translated`. */
export function t<const Text extends string>(text: Text, ...[values]: ValuesOf<Text>): string {
  const words = translation(text);
  if (!values) return words;
  const found: Readonly<Record<string, Value>> = values;
  return words.replace(/\{(\w+)\}/g, (_, name) => String(found[name] ?? ""));
}

/** Marks a constant as a text to translate, and returns it as it is: `t` translates it where it is shown. */
export const text = <const Text extends string>(english: Text): Text => english;

/**
 * A table whose texts are translated when they are read: those in the `fields` of its rows, at any depth, or with "*" all
 * of them.
 */
export function translated<Table extends object>(fields: readonly string[] | "*", table: Table): Table {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(table))) {
    if (typeof value === "object" && value !== null) translated(fields, value);
    // A row in two tables has its reading property already.
    else if (typeof value === "string" && (fields === "*" || fields.includes(name)))
      Object.defineProperty(table, name, { enumerable: true, get: () => translation(value) });
  }
  return table;
}

/** The noun of a count. */
export function nounOf(count: number, one: string, several: string): string {
  const [single = one, many = several] = translation(`#${one}|${several}`).slice(1).split("|");
  return count === 1 ? single : many;
}

/** The pieces of a text in order: words, and the names of the values between them. For texts with elements in them. */
export function piecesOf(english: string): ({ words: string } | { name: string })[] {
  return translation(english)
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== "")
    .map((piece) => (/^\{\w+\}$/.test(piece) ? { name: piece.slice(1, -1) } : { words: piece }));
}

/** "Open ~verb" is shown as "Open": what follows distinguishes one text from another with the same English. */
function translation(english: string): string {
  const catalog = speech()?.catalog;
  // "constructor" is no text of the catalog.
  const known = catalog && Object.hasOwn(catalog, english) ? catalog[english] : undefined;
  return known ?? english.replace(/ ~\w+$/, "");
}

export const currentLanguage = (): Language => speech()?.language ?? "en";

/** Of the request under way, or of the page; undefined in a job of the server's own, which speaks English. */
export const speech = (): Speech | undefined => shared()[speechKey]?.();

/** Set once: on the server to read that of the request under way, in a browser by the script of the page's catalog. */
export function setSpeech(read: () => Speech | undefined): void {
  shared()[speechKey] = read;
}

/** The browser's script sets it too. */
export const speechName = "merchant-console.speech";
const speechKey = Symbol.for(speechName);

/** globalThis: the build may contain this module more than once. */
const shared = () => globalThis as typeof globalThis & { [speechKey]?: () => Speech | undefined };
