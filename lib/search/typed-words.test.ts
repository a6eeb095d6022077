import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import es from "#lib/language/es.json" with { type: "json" };
import { makeTranslator } from "#lib/language/make-translator.ts";
import { setSpeech } from "#lib/language/t.ts";
import { randomRuns } from "#lib/random-tests.ts";
import { parse, parseTyped } from "./parse.ts";
import { print, printForAddress } from "./print.ts";
import { suggest } from "./suggest.ts";
import { anyQuery, anySearchText, withoutPlaces } from "./test-queries.ts";

const numRuns = randomRuns(1000);
const timeout = 30_000 + numRuns * 10;

describe("a search typed in Spanish", () => {
  beforeAll(() => {
    const speech = { language: "es", catalog: es, translate: makeTranslator(es, "es") } as const;
    setSpeech(() => speech);
  });
  afterAll(() => setSpeech(() => undefined));

  it.each([
    ["hoy", "today"],
    ["Ayer visa", "yesterday brand:visa"],
    ["esta semana", "this week"],
    ["la semana pasada", "last week"],
    ["este mes", "this month"],
    ["mes pasado", "last month"],
    ["año pasado", "last year"],
    ["últimos 7 días", "last 7 days"],
    ["ultimos 30 dias", "last 30 days"],
    ["lunes", "monday"],
    ["desde el miércoles", "since wednesday"],
    ["hasta ayer", "until yesterday"],
    ["antes del 1 de noviembre de 2026", "before 2026-11-01"],
    ["20 de ene", "jan-20"],
    ["liquidado", "status:settled"],
    ["liquidadas", "status:settled"],
    ["autorizada", "status:authorized"],
    ["anulados", "status:voided"],
    ["rechazado", "status:declined"],
    ["reembolsado", "is:refunded"],
    ["no reembolsado", "-is:refunded"],
    ["efectivo", "tender:cash"],
    ["tarjeta", "tender:card"],
    ["cheques", "tender:check"],
    ["ventas", "type:sale"],
    ["reembolso", "type:refund"],
    ["visa y mastercard", "brand:visa brand:mastercard"],
    ["efectivo o cheque", "tender:cash OR tender:check"],
    ["estado:liquidado,anulado", "status:settled,voided"],
    ["importe:>100 cliente:ann", "amount:>100 customer:ann"],
    ["settled last week", "status:settled last week"],
    ['"hoy" hoy', '"hoy" today'],
    ["tarjeta:1111", "card:1111"],
  ])("reads %s as %s", (text, printed) => {
    const { query, problems } = parseTyped(text);
    expect(print(query)).toBe(printed);
    expect(problems).toEqual([]);
  });

  it("marks the place in what was typed", () => {
    expect(parseTyped("visa desde mañana").problems).toMatchObject([{ start: 5, end: 17 }]);
    expect(parseTyped("últimos 0 días").problems).toMatchObject([{ start: 0, end: 14 }]);
    expect(parseTyped("liquidado o").problems).toMatchObject([{ start: 10, end: 11 }]);
  });

  it("is the same query once it is printed, in the box and in an address", { timeout }, () => {
    fc.assert(
      fc.property(anyQuery(), (query) => {
        for (const [printed, read] of [
          [print(query), parseTyped],
          [printForAddress(query), parse],
        ] as const) {
          const parsed = read(printed);
          if (!parsed.holdsCard) expect(withoutPlaces(parsed.query)).toEqual(query);
        }
      }),
      { numRuns },
    );
  });

  it("is printed the same after it was read again, for any input", { timeout }, () => {
    fc.assert(
      fc.property(anySearchText(), (text) => {
        const printed = print(parseTyped(text).query);
        expect(print(parseTyped(printed).query)).toBe(printed);
      }),
      { numRuns },
    );
  });

  it("is suggested by its beginning", () => {
    const inserts = (text: string) => suggest(text, text.length).options.map(({ insert }) => insert);
    expect(inserts("liq")).toEqual(["status:settled"]);
    expect(inserts("sem")).toEqual(["last week"]);
    expect(inserts("estado:anu")).toEqual(["estado:voided"]);
    expect(suggest("ho", 2).options).toContainEqual({ insert: "today", label: "Días: hoy", isPart: false });
  });
});

it("in English, words of other languages are left as they are", () => {
  expect(print(parseTyped("hoy y estado:liquidado").query)).toBe("hoy y estado:liquidado");
});
