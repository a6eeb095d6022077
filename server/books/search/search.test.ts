import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { parse } from "#lib/search/parse.ts";
import {
  combine,
  conditionsOf,
  everything,
  isEverything,
  negate,
  type Query,
  withoutInvalid,
} from "#lib/search/query.ts";
import { anyQuery } from "#lib/search/test-queries.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { outOfTime } from "#server/sql/sqlite.ts";
import { writeRows } from "../index/write-rows.ts";
import { toWhere } from "./conditions.ts";
import { facetsOf } from "./facets.ts";
import { findTransactions } from "./find-transactions.ts";
import { loosen } from "./loosen.ts";
import { totalsOf } from "./result-totals.ts";
import { testRow } from "./test-rows.ts";

const at = {
  clock: { timeZone: "America/Chicago", dayStart: "00:00" },
  now: Date.parse("2026-11-20T14:00:00-06:00"),
  weekStart: 1,
};

const moment = (text: string) => Date.parse(`${text}:00-06:00`);

const rows = [
  testRow("sale", {
    ...{
      invoice: "A-17",
      orderid: "W-900",
      customer: "Ann Lee",
      description: "Two wreaths",
      refnum: "3108419034",
    },
    ...{ authcode: "074418", batch_key: "b1", user_id: "u1", user_name: "Mira Castellanos", tip_cents: 500 },
  }),
  testRow("big", {
    cents: 26_450,
    last_four: "1881",
    invoice: "10268",
    customer: "Zoë Müller",
    authcode: "_9Z",
    batch_key: "b1",
  }),
  testRow("old", {
    created_at: moment("2026-11-12T09:00"),
    cents: 10_000,
    invoice: "998",
    brand: "Mastercard",
  }),
  testRow("refund", {
    ...{ created_at: moment("2026-11-18T10:00"), trantype_code: "C", kind: "refunds", cents: 1250 },
    net_cents: -1250,
  }),
  testRow("void", { phase: "voided", kind: "voids", trantype_code: "V", net_cents: 0, cents: 700 }),
  testRow("returned", { tender: "check", brand: null, last_four: null, phase: "returned", net_cents: 0 }),
  testRow("cash", {
    ...{ tender: "cash", brand: null, last_four: null, phase: "posted", trantype_code: "G", cents: 900 },
    ...{ user_id: "u2", user_name: "Jonas Weir", refunded_cents: 100, customer: "O'Brien, Pat" },
  }),
  testRow("euro", { currency: "978", cents: 2000, created_at: moment("2026-11-19T00:00"), invoice: "10270" }),
  testRow("lost", {
    ...{ transaction_key: null, attempt_id: "lost", outcome: "unknown", phase: "other", net_cents: 0 },
    ...{ user_id: "u1", user_name: "Mira Castellanos", cents: 4250, last_four: "2224" },
  }),
  testRow("partial", {
    outcome: "partial",
    phase: "pending",
    cents: 3000,
    clerk: "Web store",
    invoice: "99",
  }),
];

describeStores("search", (open) => {
  beforeAll(async () => {
    useStore((await open()).db);
    await writeRows(db(), rows);
    await db()
      .insertInto("history_batches")
      .values([
        { batch_key: "b1", sequence: "2184", opened_at: 1, closed_at: 2 },
        { batch_key: "b2", sequence: "2185", opened_at: 3, closed_at: null },
      ])
      .execute();
  });

  const idsOf = async (query: Query) =>
    (await findTransactions(query, at, {}, 1000)).rows.map(({ id }) => id).sort();
  const found = (text: string) => idsOf(parse(text).query);

  test.each([
    ["", rows.map(({ id }) => id)],
    ["amount:42.50", ["lost", "returned", "sale"]],
    ["amount:>100", ["big"]],
    ["amount:>=100", ["big", "old"]],
    ["amount:10..20", ["euro", "refund"]],
    ["42.50", ["lost", "returned", "sale"]],
    ["card:1881", ["big"]],
    ["card:22*", ["lost"]],
    ["1881", ["big"]],
    ["status:voided", ["void"]],
    ["status:settled,returned -type:refund -card:1111", ["big", "returned"]],
    ["tender:check", ["returned"]],
    ["brand:mastercard", ["old"]],
    ["-brand:visa", ["cash", "old", "returned"]],
    ["clerk:mira", ["lost", "sale"]],
    ['clerk:"Jonas"', ["cash"]],
    ["clerk:web", ["partial"]],
    ["clerk:store", ["partial"]],
    ["clerk:tore", []],
    ["customer:lee", ["sale"]],
    ['customer:"Ann L"', []],
    ['customer:"Ann L"*', ["sale"]],
    ["customer:zoe", ["big"]],
    ["customer:brien", ["cash"]],
    ["customer:wreaths", []],
    ["wreath", ["sale"]],
    ['"wreath"', []],
    ["ann lee", ["sale"]],
    ["invoice:a-17", ["sale"]],
    ["invoice:A-1*", ["sale"]],
    ["invoice:10260..10269", ["big"]],
    ["invoice:99..10270", ["big", "euro", "old", "partial"]],
    ["A-17", ["sale"]],
    ["order:w-900", ["sale"]],
    ["batch:2184", ["big", "sale"]],
    ["batch:b1", ["big", "sale"]],
    ["batch:open", []],
    ["ref:3108419034", ["sale"]],
    ["key:sale", ["sale"]],
    ["auth:074418", ["sale"]],
    ["type:refund", ["refund"]],
    ["outcome:unknown", ["lost"]],
    ["is:partial", ["partial"]],
    ["refunded", ["cash"]],
    ["-refunded cash", []],
    ["is:elsewhere refund", ["refund"]],
    ["has:tip", ["sale"]],
    ["has:order", ["sale"]],
    ["currency:eur", ["euro"]],
    ["currency:USD type:refund", ["refund"]],
    ["yesterday", ["euro"]],
    ["last week", ["old"]],
    ["2026-11-18..2026-11-19", ["euro", "refund"]],
    ["before monday", ["old"]],
    ["type:refund OR outcome:unknown", ["lost", "refund"]],
    ["-(today OR last week)", ["euro", "refund"]],
    ["50%_\\", []],
    ["_", []],
    ["%", []],
    ["ann & lee", ["sale"]],
    ["wreath – lee", ["sale"]],
    ["& –", []],
  ])("finds %s", async (text, ids) => {
    expect(parse(text).problems).toEqual([]);
    expect(await found(text)).toEqual([...ids].sort());
  });

  test.for(["invoice:a-1..a-99", "-invoice:a-1..a-99", "invoice:a-17", "zoe 1.00"])(
    "%s looks nothing up once its time is over",
    async (text, { skip }) => {
      skip(isPostgres(db()), "PostgreSQL ends the whole statement");
      const over = { store: db(), inTime: sql<boolean>`is_before(1) = 1` };
      const asked = toWhere(parse(text).query, at, over).then((where) =>
        db().selectFrom("indexed_transactions").select("id").where(where).execute(),
      );
      await expect(asked).rejects.toMatchObject({ code: outOfTime });
    },
  );

  test("finds the same whether it looks a term up or reads the rows for it", async () => {
    const matching = async (query: Query, most: number) => {
      const where = await toWhere(query, at, undefined, most);
      const matches = await db().selectFrom("indexed_transactions").select("id").where(where).execute();
      return matches.map(({ id }) => id).sort();
    };
    const texts = [
      "lee",
      "wreath",
      "A-17",
      "invoice:A-1*",
      "customer:zoe",
      "o'brien",
      "-customer:zoe",
      "key:sale",
    ];
    for (const text of texts) {
      const { query } = parse(text);
      expect(await matching(query, 0)).toEqual(await matching(query, rows.length));
    }
    await fc.assert(
      fc.asyncProperty(anyQuery(), async (query) => {
        expect(await matching(query, 0)).toEqual(await matching(query, rows.length));
      }),
      { numRuns: Number(process.env.TEST_RUNS ?? 150) },
    );
  });

  test("leaves out of a search what can't be read", async () => {
    expect(await found("amuont:5 type:refund")).toEqual(["refund"]);
  });

  const hasWord = (query: Query) => query.kind !== "text" || /[\p{L}\p{N}]/u.test(query.text);

  test("combines any conditions as sets", async () => {
    const all = await idsOf(everything);
    await fc.assert(
      fc.asyncProperty(anyQuery(), anyQuery(), async (one, other) => {
        const [first, second] = [withoutInvalid(one), withoutInvalid(other)];
        fc.pre(!isEverything(first) && !isEverything(second));
        // Signs alone, such as "&", say nothing beside others.
        fc.pre([first, second].every((query) => conditionsOf(query).every(hasWord)));
        const [inFirst, inSecond] = [await idsOf(first), await idsOf(second)];
        expect(await idsOf(combine("and", [first, second]))).toEqual(
          inFirst.filter((id) => inSecond.includes(id)),
        );
        expect(await idsOf(combine("or", [first, second]))).toEqual(
          all.filter((id) => inFirst.includes(id) || inSecond.includes(id)),
        );
        expect(await idsOf(negate(first))).toEqual(all.filter((id) => !inFirst.includes(id)));
      }),
      { numRuns: Number(process.env.TEST_RUNS ?? 150) },
    );
  });

  test("pages both ways without losing or repeating a row, while rows are added", async () => {
    const older = [];
    let page = await findTransactions(everything, at, {}, 3);
    for (older.push(...page.rows); page.older; older.push(...page.rows))
      page = await findTransactions(everything, at, { older: page.older }, 3);
    expect(older.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(older.map(({ createdAt }) => createdAt)).toEqual(
      older.map(({ createdAt }) => createdAt).sort((one, other) => other - one),
    );
    expect(page.older).toBeUndefined();
    const newer = [...page.rows];
    while (page.newer) {
      page = await findTransactions(everything, at, { newer: page.newer }, 3);
      newer.unshift(...page.rows);
    }
    expect(newer).toEqual(older);
  });

  test("adds up sales and refunds by currency, and no voids", async () => {
    expect(await totalsOf(everything, at)).toEqual({
      count: rows.length,
      isMore: false,
      sums: [
        {
          currency: "USD",
          sales: { cents: 4250 + 26_450 + 10_000 + 900 + 3000, count: 5 },
          refunds: { cents: -1250, count: 1 },
          netCents: 4250 + 26_450 + 10_000 + 900 + 3000 - 1250,
        },
        {
          currency: "EUR",
          sales: { cents: 2000, count: 1 },
          refunds: { cents: 0, count: 0 },
          netCents: 2000,
        },
      ],
    });
    expect(await totalsOf(parse("amount:>99999").query, at)).toEqual({ count: 0, isMore: false, sums: [] });
  });

  test("counts the values of a field under the other conditions", async () => {
    const facets = await facetsOf(parse("status:settled clerk:mira").query, at);
    const countsOf = (name: string) =>
      Object.fromEntries(
        (facets.find(({ field }) => field === name)?.values ?? [])
          .filter(({ count }) => count > 0)
          .map(({ value, count }) => [value, count]),
      );
    // Of Mira's payments, and of settled ones.
    expect(countsOf("status")).toEqual({ settled: 1, other: 1 });
    expect(countsOf("clerk")).toEqual({ "Mira Castellanos": 1 });
    expect(countsOf("tender")).toEqual({ card: 1 });
    expect(facets.every(({ isCut }) => !isCut)).toBe(true);
  });

  test("finds nothing where none of the search can be read, and leaves out what can't be read beside others", async () => {
    for (const text of ["(((", "-", "OR", "amount:>", '""']) {
      const { query } = parse(text);
      expect(await idsOf(query)).toEqual([]);
      expect((await facetsOf(query, at)).flatMap(({ values }) => values).some(({ count }) => count > 0)).toBe(
        false,
      );
    }
    expect(await idsOf(parse("amount:> clerk:mira").query)).toEqual(await idsOf(parse("clerk:mira").query));
    const facets = await facetsOf(parse("amount:> status:voided").query, at);
    const settled = facets
      .find(({ field }) => field === "status")
      ?.values.find(({ value }) => value === "settled");
    expect(settled?.count).toBeGreaterThan(0);
  });

  test("says which condition to leave out of a search without a result", async () => {
    const { query } = parse("status:settled card:1881 clerk:mira last week");
    expect(await idsOf(query)).toEqual([]);
    expect(await loosen(query, at)).toEqual([]);
    const other = parse("type:refund clerk:mira").query;
    expect(await loosen(other, at)).toEqual([
      { without: "type:refund", query: "clerk:mira", count: 2, isMore: false },
      { without: "clerk:mira", query: "type:refund", count: 1, isMore: false },
    ]);
  });
});
