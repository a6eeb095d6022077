import type { Catalog } from "./t.ts";

/**
 * Makes `translate` for a catalog. It uses nothing from outside its own body: the script that brings a browser the catalog
 * brings this function as text, so that English pages don't load it. Its time grows with the length of a text, however that repeats.
 */
export function makeTranslator(catalog: Catalog, language: string): (english: string) => string {
  const orList = new Intl.ListFormat(language, { type: "disjunction" });
  /** `pieces` stand before, between and after the values. */
  type Template = { pieces: string[]; names: string[]; words: string; sentences: number };
  // A template of little more than values would match anything, a text that is translated already among it.
  const fewestOwn = 6;
  const fewestLetters = 3;
  // Nothing that the server says with values in it is longer: it holds a text from elsewhere.
  const longestMatched = 400;
  const own = (english: string) => english.replace(/\{\w+\}/g, "").length;
  const letters = (english: string) => english.replace(/\{\w+\}/g, "").match(/\p{L}/gu)?.length ?? 0;
  let templates: Template[] | undefined;
  let parts: Map<string, string> | undefined;
  /** Those that are counted, one or several. */
  let nouns: Map<string, string> | undefined;

  /**
   * What is left of "{1} Try again." or "Nothing was done. {1}" without the value: sentences of their own, whatever stands
   * before or after them.
   */
  function readParts(): Map<string, string> {
    const found = new Map<string, string>();
    for (const [english, words] of Object.entries(catalog)) {
      const tail = /^\{(\w+)\} (\p{Lu}.*[.!?])$/u.exec(english);
      if (tail?.[2] && words.startsWith(`{${tail[1]}} `))
        found.set(tail[2], words.slice(english.indexOf(" ") + 1));
      const head = /^(.*[.!?]) \{(\w+)\}$/.exec(english);
      if (head?.[1] && words.endsWith(` {${head[2]}}`))
        found.set(head[1], words.slice(0, words.lastIndexOf(" ")));
    }
    return found;
  }

  /** Those with the most words of their own come first. */
  function readTemplates(): Template[] {
    parts ??= readParts();
    return [...Object.entries(catalog), ...parts]
      .filter(([english]) => /\{\w+\}/.test(english))
      .filter(([english]) => own(english) >= fewestOwn && letters(english) >= fewestLetters)
      .sort(([one], [other]) => own(other) - own(one))
      .map(([english, words]) => ({
        pieces: english.split(/\{\w+\}/),
        names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
        words,
        sentences: sentencesOf(english).length,
      }));
  }

  /** Templates with fewer sentences than the text are skipped: a whole sentence would match as one of their values. */
  function find(english: string, fewestSentences: number): string | undefined {
    parts ??= readParts();
    const known = Object.hasOwn(catalog, english) ? catalog[english] : parts.get(english);
    if (known !== undefined || english.length > longestMatched) return known;
    const count = counted(english);
    if (count !== undefined) return count;
    templates ??= readTemplates();
    for (const { pieces, names, words, sentences } of templates) {
      if (sentences < fewestSentences) continue;
      const found = valuesIn(english, pieces);
      if (!found) continue;
      const values = new Map(names.map((name, place) => [name, toValue(found[place] ?? "")]));
      return words.replace(/\{(\w+)\}/g, (_, name) => values.get(name) ?? "");
    }
    return undefined;
  }

  /** What is between the pieces, each at the first place where it can be. A value has one character at least, and one line. */
  function valuesIn(english: string, pieces: readonly string[]): string[] | undefined {
    const [first = "", ...others] = pieces;
    const last = others.pop() ?? "";
    if (!english.startsWith(first) || !english.endsWith(last)) return undefined;
    const values: string[] = [];
    let from = first.length;
    for (const piece of others) {
      const at = english.indexOf(piece, from + 1);
      if (at === -1) return undefined;
      values.push(english.slice(from, at));
      from = at + piece.length;
    }
    const end = english.length - last.length;
    if (end <= from) return undefined;
    values.push(english.slice(from, end));
    return values.some((value) => /[\n\r\u2028\u2029]/.test(value)) ? undefined : values;
  }

  /** A value is a known text, a list of known texts ("a clerk, a manager or an admin"), or stays as it is. */
  function toValue(english: string): string {
    const whole = find(english, 1);
    if (whole !== undefined) return whole;
    const parts = english.split(/, | or /);
    const items = parts.length > 1 ? parts.map((item) => find(item, 1)) : [undefined];
    return items.every((item) => item !== undefined) ? orList.format(items) : english;
  }

  /** "3 payments" */
  function counted(english: string): string | undefined {
    const [, count, noun = ""] = /^(\d[\d.,]*) (.+)$/.exec(english) ?? [];
    if (count === undefined) return undefined;
    nouns ??= new Map(
      Object.entries(catalog)
        .filter(([key]) => key.startsWith("#"))
        .flatMap(([key, words]) => {
          const theirs = words.slice(1).split("|");
          return key
            .slice(1)
            .split("|")
            .map((one, place) => [one, theirs[place] ?? one] as const);
        }),
    );
    const words = nouns.get(noun);
    return words === undefined ? undefined : `${count} ${words}`;
  }

  const sentencesOf = (english: string) => english.split(/(?<=[.!?]) (?=["“\p{Lu}])/u);

  return (english) => {
    if (english.trim() === "") return english;
    const sentences = sentencesOf(english);
    const whole = find(english, sentences.length);
    if (whole !== undefined) return whole;
    return sentences.map((sentence) => find(sentence, 1) ?? sentence).join(" ");
  };
}
