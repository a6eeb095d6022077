import fc from "fast-check";
import { anySigns } from "#lib/random-tests.ts";
import { dayWords, isReversed } from "./days.ts";
import { fieldNames, fieldRow } from "./fields.ts";
import { cleanText, combine, everything, type Leaf, negate, type Query, type Value } from "./query.ts";

/** Random queries for tests, as `parse` makes them, but for their places. */
export const anyQuery = (): fc.Arbitrary<Query> => anyTree.filter((query) => countValues(query) <= 50);

function countValues(query: Query): number {
  if (query.kind === "not") return countValues(query.item);
  if (query.kind === "term") return query.values.length;
  if (query.kind !== "and" && query.kind !== "or") return 1;
  return query.items.reduce((count, item) => count + countValues(item), 0);
}

const place = { start: 0, end: 0 };

/** Words that mean something elsewhere in the language are more likely than by chance. */
const awkward = [
  ...["OR", "AND", "NOT", "since", "last", "week", "today", "nov", "20", "2026", "20,", "monday", "-5", "-"],
  ...["or", "and", "not", "31", "0", ">100", "100..200", "card", "2/30/2026"],
  ...["hoy", "semana", "pasada", "últimos", "días", "liquidado", "y", "de", "enero", "lunes"],
  ...[
    "a:b",
    "12:30",
    "x*",
    "*",
    'say "hi"',
    "Lee, Ann",
    "10..20",
    "(a",
    "refunded",
    "visa",
    "2026-11-20",
    "7",
  ],
  ...["days", "A-17", "O'Brien", "Zoë", "42.50", "€5", "日本", "2026-02-30", "..", ",", "status:"],
];

const anyText = fc
  .oneof(
    { arbitrary: fc.constantFrom(...awkward), weight: 3 },
    { arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }), weight: 1 },
    { arbitrary: fc.stringMatching(/^[A-Za-z]{1,8}( [A-Za-z]{1,8})?$/), weight: 2 },
  )
  .map((text) => cleanText(text).slice(0, 100).trim())
  .filter((text) => text !== "" && cleanText(text) === text);

const anyInvalid = fc.constantFrom(
  "amuont:5",
  "status:setled",
  'nosuch:"a b"',
  "amount:>",
  "2026-02-30",
  "card:",
  'since "tomorrow"',
  "last-0-days",
  ">",
  "100..50",
);

const anyCents = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 999_999_999_999 }));
const anyDate = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2089-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const oneWordSpan = fc.oneof(
  anyDate,
  fc.constantFrom("today", "yesterday", "monday", "2026-11", "nov-20", "feb-29", "may-1"),
);
const anySpan = fc.oneof(
  oneWordSpan,
  fc.constantFrom(...dayWords),
  fc.integer({ min: 1, max: 999 }).map((count) => `last ${count} days`),
);

const anyDays: fc.Arbitrary<Value> = fc.oneof(
  fc.record({
    is: fc.constant("days" as const),
    compare: fc.constantFrom("in", "since", "before", "until"),
    span: anySpan,
  }),
  fc
    .record({
      is: fc.constant("days" as const),
      compare: fc.constant("between" as const),
      span: oneWordSpan,
      to: oneWordSpan,
    })
    .filter(({ span, to }) => !isReversed(`${span}..${to}`)),
);

const anyAmount: fc.Arbitrary<Value> = fc.oneof(
  fc.record({
    is: fc.constant("amount" as const),
    compare: fc.constantFrom("=", ">", ">=", "<", "<="),
    cents: anyCents,
  }),
  fc.tuple(anyCents, anyCents).map(([one, other]) => ({
    is: "amountRange" as const,
    from: Math.min(one, other),
    to: Math.max(one, other),
  })),
);

const anyRange: fc.Arbitrary<Value> = fc
  .tuple(fc.constantFrom("", "A-", "INV/"), fc.nat(100_000), fc.nat(1000))
  .map(([prefix, from, more]) => ({
    is: "textRange",
    from: `${prefix}${from}`,
    to: `${prefix}${from + more}`,
  }));

const textValues = (texts: fc.Arbitrary<string>) =>
  fc.record({ is: fc.constant("text" as const), text: texts, prefix: fc.boolean() });

function valuesOf(name: (typeof fieldNames)[number]): fc.Arbitrary<Value[]> {
  const row = fieldRow(name);
  const several = (values: fc.Arbitrary<Value>) =>
    fc.uniqueArray(values, { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) });
  switch (row.kind) {
    case "amount":
      return anyAmount.map((value) => [value]);
    case "days":
      return anyDays.map((value) => [value]);
    case "words":
      return several(fc.constantFrom(...row.words).map(({ word }) => ({ is: "word", word })));
    case "name":
      return several(textValues(anyText));
    case "code":
      if (!row.takes) return several(fc.oneof(textValues(anyText), anyRange));
      return several(
        textValues(name === "card" ? fc.stringMatching(/^\d{1,4}$/) : fc.constantFrom("EUR", "USD")),
      );
  }
}

const anyLeaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc
    .constantFrom(...fieldNames)
    .chain((field) => valuesOf(field).map((values) => ({ kind: "term" as const, field, values, ...place }))),
  fc
    .record({ text: anyText, whole: fc.boolean() })
    .map((text) => ({ kind: "text" as const, ...text, ...place })),
  anyInvalid.map((text) => ({ kind: "invalid" as const, text, reason: "", ...place })),
);

/** Without what a query made otherwise does not have: places and reasons. */
export function withoutPlaces(query: Query): Query {
  switch (query.kind) {
    case "not":
      return { kind: "not", item: withoutPlaces(query.item) };
    case "and":
    case "or":
      return { kind: query.kind, items: query.items.map(withoutPlaces) };
    case "invalid":
      return { ...query, ...place, reason: "" };
    default:
      return { ...query, ...place };
  }
}

/** Texts made of pieces of the language and of any signs. */
export const anySearchText = (): fc.Arbitrary<string> =>
  fc.oneof(
    anySigns(60),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            "(",
            ")",
            " ",
            "-",
            '"',
            "*",
            ":",
            ",",
            "..",
            "OR ",
            "NOT ",
            "AND ",
            "“",
            "”",
            ">",
            "\n",
          ),
          fc.constantFrom(
            "amount:",
            "status:",
            "card:",
            "day:",
            "clerk:",
            "since ",
            "last ",
            "week",
            "7 days",
          ),
          fc.constantFrom(...awkward),
          fc.constantFrom(
            "settled",
            "void",
            "10",
            "42.50",
            "today",
            "2026-11-01..2026-11-15",
            "nov 20",
            "2026",
          ),
          fc.string({ unit: "grapheme", maxLength: 4 }),
        ),
        { maxLength: 24 },
      )
      .chain((parts) => fc.constantFrom("", " ").map((gap) => parts.join(gap))),
  );

const anyTree: fc.Arbitrary<Query> = fc.oneof(
  fc.constant(everything),
  fc.letrec<{ query: Query }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      anyLeaf,
      tie("query").map(negate),
      fc.array(tie("query"), { minLength: 2, maxLength: 4 }).map((items) => combine("and", items)),
      fc.array(tie("query"), { minLength: 2, maxLength: 4 }).map((items) => combine("or", items)),
    ),
  })).query,
);
