import { beforeAll, expect, test } from "vitest";
import { paymentDays } from "#lib/batches/payment-totals.ts";
import { parse } from "#lib/search/parse.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { writeRows } from "../index/write-rows.ts";
import { findTransactions } from "./find-transactions.ts";
import { paymentTotals } from "./payment-totals.ts";
import { testRow } from "./test-rows.ts";

process.env.GATEWAY_URL = "http://127.0.0.1:9/api/v2";
process.env.GATEWAY_API_KEY = "test-key";
process.env.GATEWAY_API_PIN = "test-pin";
process.env.AUTH_SECRET = "a".repeat(40);

const at = {
  clock: { timeZone: "America/Chicago", dayStart: "00:00" },
  now: Date.parse("2026-11-20T14:00:00-06:00"),
};
const noBrand = { brand: null, last_four: null };
const rows = [
  testRow("visa", { user_id: "u1", user_name: "Mira Castellanos" }),
  testRow("mastercard", { brand: "Mastercard", cents: 1000, clerk: "Jonas" }),
  testRow("refund", { kind: "refunds", trantype_code: "C", cents: 250, net_cents: -250, clerk: "Jonas" }),
  testRow("check", { ...noBrand, tender: "check", cents: 8500, clerk: "Jonas" }),
  testRow("cash", { ...noBrand, tender: "cash", cents: 300 }),
  testRow("void", { phase: "voided", kind: "voids", net_cents: 0 }),
  testRow("declined", { phase: "declined", outcome: "declined", net_cents: 0 }),
  testRow("euro", { currency: "978", cents: 2000 }),
  testRow("before", { created_at: Date.parse("2026-11-18T23:59:00-06:00") }),
];

const totals = async () => {
  const days = paymentDays({ openedFrom: "2026-11-19", openedTo: "2026-11-20" });
  const found = days && (await paymentTotals(days.query, at));
  if (found?.kind !== "known") throw new Error("not added up");
  return found.currencies;
};

test("days that aren't valid dates add nothing up", () => {
  expect(paymentDays({})).toBeUndefined();
  expect(paymentDays({ openedFrom: "2026-02-30" })).toBeUndefined();
  expect(paymentDays({ closedTo: "2026-11-20" })).toMatchObject({ from: "", to: "2026-11-20" });
});

describeStores("payments of some days", (open) => {
  beforeAll(async () => {
    useStore((await open()).db);
    await writeRows(db(), rows);
  });

  test("add up by tender, brand and clerk, each currency separately, with checks and cash", async () => {
    const [own, euro] = await totals();
    expect(own?.all).toMatchObject({
      sales: { cents: 14_050, count: 4 },
      refunds: { cents: -250, count: 1 },
      netCents: 13_800,
    });
    const named = own?.groups.map(({ by, rows }) => [
      by,
      rows.map(({ label, netCents }) => [label, netCents]),
    ]);
    expect(named).toEqual([
      [
        "tender",
        [
          ["Check", 8500],
          ["Card", 5000],
          ["Cash", 300],
        ],
      ],
      [
        "brand",
        [
          ["Visa", 4000],
          ["Mastercard", 1000],
        ],
      ],
      [
        "clerk",
        [
          ["Jonas", 9250],
          ["Mira Castellanos", 4250],
          ["No clerk named", 300],
        ],
      ],
    ]);
    expect(euro).toMatchObject({ currency: "EUR", all: { netCents: 2000 } });
  });

  test("each figure's search finds the payments in it and no others", async () => {
    let checked = 0;
    for (const { groups, all } of await totals())
      for (const { found, sales, refunds, netCents } of [all, ...groups.flatMap((group) => group.rows)]) {
        if (!found) continue;
        const find = async (q: string) => (await findTransactions(parse(q).query, at)).rows;
        expect(await find(found.sales)).toHaveLength(sales.count);
        expect(await find(found.refunds)).toHaveLength(refunds.count);
        const both = await find(found.all);
        expect(both.reduce((sum, row) => sum + row.netCents, 0)).toBe(netCents);
        checked += 1;
      }
    expect(checked).toBeGreaterThan(5);
  });
});
