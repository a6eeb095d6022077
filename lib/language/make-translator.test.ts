import fc from "fast-check";
import { expect, test } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import es from "./es.json" with { type: "json" };
import { makeTranslator } from "./make-translator.ts";
import type { Catalog } from "./t.ts";

const catalog: Catalog = es;
const own = (english: string) => english.replace(/\{\w+\}/g, "").length;
const sentencesOf = (english: string) => english.split(/(?<=[.!?]) (?=["“\p{Lu}])/u);
const letters = (english: string) => english.replace(/\{\w+\}|[^\p{L}]/gu, "").length;
const isTemplate = (english: string) => /\{\w+\}/.test(english) && own(english) >= 6 && letters(english) >= 3;

/** The sentences before a value at the end, and after one at the start, as texts of their own. */
function partsOf(texts: Catalog): Catalog {
  const parts = Object.entries(texts).flatMap(([english, words]) => {
    const [, first, tail] = /^\{(\w+)\} (\p{Lu}.*[.!?])$/u.exec(english) ?? [];
    const [, head, last] = /^(.*[.!?]) \{(\w+)\}$/.exec(english) ?? [];
    const [, translatedTail] = new RegExp(`^\\{${first}\\} (.*)$`).exec(words) ?? [];
    const [, translatedHead] = new RegExp(`^(.*) \\{${last}\\}$`).exec(words) ?? [];
    return [
      ...(tail && translatedTail ? [[tail, translatedTail]] : []),
      ...(head && translatedHead ? [[head, translatedHead]] : []),
    ];
  });
  return Object.fromEntries(parts);
}

/** The same by regular expressions that try every place: short to write, and too slow for what others write. */
function makeSlowTranslator(catalogTexts: Catalog): (english: string) => string {
  const texts = { ...catalogTexts, ...partsOf(catalogTexts), ...catalogTexts };
  const orList = new Intl.ListFormat("es", { type: "disjunction" });
  const templates = Object.keys(texts)
    .filter(isTemplate)
    .sort((one, other) => own(other) - own(one))
    .map((english) => {
      const pieces = english.split(/\{\w+\}/).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
      return {
        english,
        sentences: sentencesOf(english).length,
        matches: new RegExp(`^${pieces.join("(.+?)")}$`),
      };
    });
  function find(text: string, fewest: number): string | undefined {
    if (Object.hasOwn(texts, text)) return texts[text];
    for (const { english, sentences, matches } of templates) {
      const found = sentences >= fewest && matches.exec(text);
      if (!found) continue;
      const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const values = new Map(names.map((name, place) => [name, toValue(found[place + 1] ?? "")]));
      return texts[english]?.replace(/\{(\w+)\}/g, (_, name) => values.get(name) ?? "");
    }
    return undefined;
  }
  function toValue(text: string): string {
    const items = text.split(/, | or /).map((item) => find(item, 1));
    return find(text, 1) ?? (items.every((item) => item !== undefined) ? orList.format(items) : text);
  }
  return (text) => {
    if (text.trim() === "") return text;
    const sentences = sentencesOf(text);
    const single = () => sentences.map((sentence) => find(sentence, 1) ?? sentence).join(" ");
    return find(text, sentences.length) ?? single();
  };
}

test("catalog texts with values filled in get the translation that trying every place of every text finds", () => {
  const values = ["Ada Okafor", "$5.00", "3 of them", "a clerk, a manager or an admin", "Open", "1, or 2"];
  const [translate, slowTranslate] = [makeTranslator(catalog, "es"), makeSlowTranslator(catalog)];
  // Every third is enough to be slow.
  const templates = Object.keys(catalog)
    .filter(isTemplate)
    .filter((_, place) => place % 3 === 0);
  expect(templates.length).toBeGreaterThan(300);
  const texts = templates.map((english, place) => {
    const parts = english.split(/\{\w+\}/);
    return parts.map((part, at) => (at === 0 ? part : `${values[(place + at) % 6]}${part}`)).join("");
  });
  expect(texts.map(translate)).toEqual(texts.map(slowTranslate));
});

test("any text gets from any catalog the translation that trying every place finds", () => {
  const letter = fc.constantFrom("a", "b", " ", ", ", ". A", "\n", "ab", " or ");
  const textOf = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => letters.join(""));
  const template = fc
    .array(textOf(4), { minLength: 2, maxLength: 4 })
    .map(([first, ...others]) => `${first}${others.map((words, at) => `{v${at}}${words}`).join("")}`)
    .filter((english) => !english.includes("\n"));
  const filling = fc.array(textOf(4), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(template, { maxLength: 4 }), textOf(20), filling, (templates, any, fill) => {
      const texts = Object.fromEntries(templates.map((english) => [english, `<${english}>`]));
      const filled = templates.map((english) => english.replace(/\{v(\d)\}/g, (_, at) => fill[at] ?? ""));
      const [translate, slowTranslate] = [makeTranslator(texts, "es"), makeSlowTranslator(texts)];
      for (const one of [any, ...filled]) expect(translate(one)).toBe(slowTranslate(one));
    }),
    { numRuns: randomRuns(2000) },
  );
});

/** Characters that are looked through for the pieces of templates, at most. */
function countSteps(run: () => void): number {
  const { indexOf } = String.prototype;
  let steps = 0;
  String.prototype.indexOf = function count(this: string, piece: string, from = 0) {
    steps += Math.max(0, this.length - from);
    return indexOf.call(this, piece, from);
  };
  try {
    run();
  } finally {
    String.prototype.indexOf = indexOf;
  }
  return steps;
}

test("looking for a translation takes a bounded number of steps for each character, also in hostile texts", () => {
  const pieces = Object.keys(catalog)
    .filter(isTemplate)
    .join(" ")
    .split(/\{\w+\}/);
  const part = fc.oneof(
    fc.constantFrom("1 , ", " or ", ". A", "“", ", "),
    fc.constantFrom(...pieces),
    fc.string(),
  );
  const translate = makeTranslator(catalog, "es");
  const templates = Object.keys(catalog).filter(isTemplate).length;
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 400 }),
      (parts, times) => {
        const text = parts.join("").repeat(times).slice(0, 4000);
        // Of each template two pieces are looked for on average; a text is looked through whole and by its sentences.
        expect(countSteps(() => translate(text))).toBeLessThanOrEqual(4 * templates * text.length);
      },
    ),
    { numRuns: randomRuns(100) },
  );
  expect(countSteps(() => translate("1 , ".repeat(500)))).toBe(0);
  expect(translate("1 , ".repeat(500))).toBe("1 , ".repeat(500));
});

test("a long text is translated sentence by sentence", () => {
  const translate = makeTranslator(
    { "{money} is missing.": "Faltan {money}.", "Try again.": "Intente de nuevo." },
    "es",
  );
  const note = "An own note that goes on. ".repeat(40);
  expect(translate(`${note}Ada is missing. Try again.`)).toBe(`${note}Faltan Ada. Intente de nuevo.`);
  expect(translate(`${"x".repeat(500)} is missing.`)).toBe(`${"x".repeat(500)} is missing.`);
});

test("sentences that a text puts before or after others are translated beside any number of them", () => {
  const translate = makeTranslator(catalog, "es");
  expect(
    translate(
      "The connection was lost before the response arrived. It may have gone through, so nothing is sent again.",
    ),
  ).toBe(
    "La conexión se perdió antes de que llegara la respuesta. Puede haberse procesado, así que no se envía nada de nuevo.",
  );
  expect(translate("The receipt was not sent. The gateway isn't responding right now. Try again.")).toMatch(
    /^El recibo no se envió\. La pasarela no responde/,
  );
});

test("a text that is translated already stays as it is", () => {
  const translate = makeTranslator(catalog, "es");
  const once = translate(
    "Not found: attempt 6CK3-QQBT is not in the gateway's transactions from 4:30:48 AM to 4:33:19 AM, a list that showed all the others we know of.",
  );
  expect(once).toMatch(
    /^No se encontró: el intento 6CK3-QQBT no está en las transacciones de la pasarela desde/,
  );
  expect(translate(once)).toBe(once);
});
