import { afterEach, expect, test } from "vitest";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import es from "./es.json" with { type: "json" };
import { toLanguage } from "./languages.ts";
import { makeTranslator } from "./make-translator.ts";
import { piecesOf, setSpeech, t, text, translated } from "./t.ts";
import { translate } from "./translate.ts";

const catalog = {
  "Opened {day}": "Abierto el {day}",
  "{money} is missing.": "Faltan {money}.",
  Open: "Abierto",
  "Open ~verb": "Abrir",
  "#payment|payments": "#pago|pagos",
  "Read {link} first": "Primero lea {link}",
  "The payment of {amount} by {payer} was not sent.": "El pago de {amount} con {payer} no se envió.",
  "{brand} ending {last}": "{brand} terminada en {last}",
  "Try again.": "Intente de nuevo.",
  "a clerk": "un cajero",
  "a manager": "un gerente",
  "{1} by {2} was not sent.": "No se envió: {1} de {2}.",
  "Ask {who} to do it.": "Pida a {who} que lo haga.",
};

const inSpanish = () => {
  const speech = { language: "es", catalog, translate: makeTranslator(catalog, "es") } as const;
  setSpeech(() => speech);
};
afterEach(() => setSpeech(() => undefined));

test("texts are English until a language is set", () => {
  const row = translated(["label"], { open: { label: "Open", tone: "Open" } });
  const asked = () => [
    t("Opened {day}", { day: "today" }),
    t("Open ~verb"),
    row.open.label,
    row.open.tone,
    translate("Open"),
  ];
  expect(asked()).toEqual(["Opened today", "Open", "Open", "Open", "Open"]);
  expect(countOf(2, "payment")).toBe("2 payments");
  inSpanish();
  expect(asked()).toEqual(["Abierto el today", "Abrir", "Abierto", "Open", "Abierto"]);
  expect([countOf(1, "payment"), countOf(2, "payment")]).toEqual(["1 pago", "2 pagos"]);
});

test("a row of two tables is translated in both, also when a page in Spanish loads the second", () => {
  const shared = { label: "Open" };
  const first = translated(["label"], { shared });
  inSpanish();
  const second = translated(["label"], { shared });
  expect([first.shared.label, second.shared.label]).toEqual(["Abierto", "Abierto"]);
  setSpeech(() => undefined);
  expect([first.shared.label, second.shared.label]).toEqual(["Open", "Open"]);
});

test("a text without a translation stays English", () => {
  inSpanish();
  expect(t("No such {thing}", { thing: "text" })).toBe("No such text");
  expect(t(text("Nothing"))).toBe("Nothing");
});

test("a text comes in pieces around its values", () => {
  inSpanish();
  expect(piecesOf("Read {link} first")).toEqual([{ words: "Primero lea " }, { name: "link" }]);
});

test("a text of the server is translated whole, with its values, or sentence by sentence", () => {
  inSpanish();
  expect(translate("$5.00 is missing.")).toBe("Faltan $5.00.");
  expect(translate("The payment of $5.00 by Visa ending 2224 was not sent. Try again.")).toBe(
    "El pago de $5.00 con Visa terminada en 2224 no se envió. Intente de nuevo.",
  );
  expect(translate("Ann's own note. Try again.")).toBe("Ann's own note. Intente de nuevo.");
  expect(translate("Ask a clerk or a manager to do it.")).toBe("Pida a un cajero o un gerente que lo haga.");
  expect(translate("Ask Ann or a manager to do it.")).toBe("Pida a Ann or a manager que lo haga.");
  expect(translate("")).toBe("");
  expect([translate("constructor"), translate("toString")]).toEqual(["constructor", "toString"]);
});

test("a count in what the server said is translated where its noun is known", () => {
  inSpanish();
  expect(translate("1 payment by Ann was not sent.")).toBe("No se envió: 1 pago de Ann.");
  expect(translate("1,200 payments by Ann was not sent.")).toBe("No se envió: 1,200 pagos de Ann.");
  expect(translate("3 cats by Ann was not sent.")).toBe("No se envió: 3 cats de Ann.");
});

test("the translating function works alone, as the script of a page brings it", () => {
  const alone = new Function("catalog", `return (${makeTranslator})(catalog, "es")`)(catalog);
  expect(alone("$5.00 is missing.")).toBe("Faltan $5.00.");
});

test("a person's language precedes the one chosen in the browser", () => {
  expect(toLanguage(["en", "es"], "es")).toBe("en");
  expect(toLanguage(["es", "en"])).toBe("es");
  expect(toLanguage(["", "es"])).toBe("es");
});

test("a request's language is the chosen one, else the browser's, else English", () => {
  expect(toLanguage([undefined, "es"], "en-US")).toBe("es");
  expect(toLanguage([], "fr-CH, es-MX;q=0.9, en;q=0.8")).toBe("es");
  expect(toLanguage(["xx"], "de")).toBe("en");
  expect(toLanguage(["constructor", undefined], undefined)).toBe("en");
});

test("days have the words of the language and the order of the merchant's region", () => {
  expect(formatDay("2026-11-07")).toBe("Nov 7, 2026");
  inSpanish();
  expect(formatDay("2026-11-07")).toMatch(/^nov 7, 2026$|^7 nov 2026$|^7 de nov de 2026$/);
});

test("a value in a text is named by what it is, not by the code that makes it", () => {
  const derived =
    /[A-Z]{2}|(Of|Text|Labels?|Case|Time|Token|OfBatch)\d?$|^(math|say|span|strong|iss|find[A-Z]\w*)\d?$/;
  const names = Object.keys(es).flatMap((english) => english.match(/(?<=\{)\w+(?=\})/g) ?? []);
  expect(new Set(names).size).toBeGreaterThan(100);
  expect([...new Set(names)].filter((name) => derived.test(name))).toEqual([]);
  for (const name of ["mOSTVALUES", "partLabels", "talsText", "lowerCase", "math", "findField"])
    expect(name).toMatch(derived);
  for (const name of ["count", "preparedBy", "count2", "1"]) expect(name).not.toMatch(derived);
});
