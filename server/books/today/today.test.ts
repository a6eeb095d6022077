import { beforeAll, beforeEach, expect, test } from "vitest";
import { type BusinessClock, businessDayBounds, businessDayOf } from "#lib/business-day.ts";
import { db } from "#server/db/db.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cardSale, run, setUpConsole } from "#server/payments/test-console.ts";
import { readAttention } from "../attention/read-attention.ts";
import { writeRows } from "../index/write-rows.ts";
import { readDeclines, readLatest, readTenders, readTodayCoverage } from "./read-lists.ts";
import { readTodayPart } from "./read-part.ts";
import { readSales } from "./read-sales.ts";
import { todaySpan } from "./today-span.ts";

setUpConsole();

const clock: BusinessClock = { timeZone: "America/Chicago", dayStart: "00:00" };
const now = Date.parse("2026-11-20T20:46:00Z"); // Friday, 2:46 PM in Chicago

let keys = 0;
function row(at: string, more: Partial<IndexedTransactionRow> = {}, on = clock): IndexedTransactionRow {
  keys += 1;
  const created_at = Date.parse(at);
  const cents = more.cents ?? 1000;
  return {
    id: `k${keys}`,
    transaction_key: `k${keys}`,
    attempt_id: null,
    source: "batch",
    read_at: created_at,
    created_at,
    business_day: businessDayOf(on, created_at),
    batch_key: null,
    refnum: null,
    authcode: null,
    invoice: null,
    orderid: null,
    customer: null,
    description: null,
    last_four: "1111",
    brand: "Visa",
    tender: "card",
    trantype_code: "S",
    kind: "sales",
    phase: "pending",
    outcome: "approved",
    reason: null,
    cents,
    net_cents: cents,
    tip_cents: null,
    tax_cents: null,
    shipping_cents: null,
    currency: null,
    refunded_cents: 0,
    user_id: null,
    user_name: null,
    clerk: null,
    source_name: null,
    reread_at: null,
    ...more,
  };
}

const declined = (reason: string | null) =>
  ({ outcome: "declined", phase: "declined", net_cents: 0, reason }) as const;

describeStores("the page Today", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    for (const table of ["transaction_terms", "indexed_transactions", "attempt_steps", "attempts"] as const)
      await db().deleteFrom(table).execute();
  });
  const write = (...rows: IndexedTransactionRow[]) => writeRows(db(), rows);

  test("an empty store has no sales in the merchant's own currency", async () => {
    const { day, lastWeek, currencies } = await readSales(clock, now);
    const none = { netCents: 0, salesCents: 0, sales: 0, approved: 0, tried: 0 };
    expect({ day, lastWeek }).toEqual({ day: "2026-11-20", lastWeek: "2026-11-13" });
    expect(currencies).toEqual([
      {
        currency: undefined,
        today: none,
        before: none,
        beforeWholeCents: 0,
        points: { today: [], before: [] },
      },
    ]);
    expect(await readTenders(clock, now)).toEqual([]);
    expect(await readDeclines(clock, now)).toEqual({ reasons: [], others: 0, total: 0 });
    expect(await readLatest(clock, now)).toEqual([]);
    expect(await readAttention("manager", now)).toEqual({ items: [], count: 0 });
    expect(await readTodayCoverage(clock, now)).toMatchObject({ transactions: 0, openReadAt: undefined });
  });

  test("net sales are compared with the same weekday last week up to the same minute", async () => {
    await write(
      row("2026-11-20T15:00:00Z", { cents: 5000 }),
      row("2026-11-20T15:07:00Z", { cents: 700 }),
      row("2026-11-20T16:00:00Z", { cents: 1200, net_cents: -1200, trantype_code: "C", kind: "refunds" }),
      row("2026-11-20T16:10:00Z", { phase: "voided", net_cents: 0 }),
      row("2026-11-20T16:20:00Z", declined("Insufficient funds")),
      row("2026-11-20T16:30:00Z", { tender: "cash", trantype_code: "G", cents: 300 }),
      row("2026-11-13T20:45:59Z", { cents: 4000 }),
      row("2026-11-13T20:46:00Z", { cents: 9000 }),
      row("2026-11-19T16:00:00Z", { cents: 77 }),
    );
    const [figures] = (await readSales(clock, now)).currencies;
    expect(figures).toMatchObject({
      today: { netCents: 4800, salesCents: 6000, sales: 3, approved: 3, tried: 4 },
      before: { netCents: 4000, sales: 1, approved: 1, tried: 1 },
      beforeWholeCents: 13_000,
    });
    expect(figures?.points.today).toEqual([
      { minute: 9 * 60, netCents: 5700 },
      { minute: 10 * 60, netCents: -1200 },
      { minute: 10 * 60 + 30, netCents: 300 },
    ]);
  });

  test("currencies are never added, and the merchant's own may be named or not", async () => {
    await write(
      row("2026-11-20T15:00:00Z", { cents: 100 }),
      row("2026-11-20T15:01:00Z", { cents: 200, currency: "840" }),
      row("2026-11-20T15:02:00Z", { cents: 5000, currency: "978" }),
    );
    const { currencies } = await readSales(clock, now);
    expect(currencies.map(({ currency, today }) => [currency, today.netCents])).toEqual([
      [undefined, 300],
      ["EUR", 5000],
    ]);
    expect(await readTenders(clock, now)).toEqual([
      { currency: "EUR", tender: "card", sales: 1, cents: 5000 },
      { currency: undefined, tender: "card", sales: 2, cents: 300 },
    ]);
  });

  test("on the day the clock is set back, the hour that comes twice is one hour", async () => {
    // Clocks go from 2 AM back to 1 AM on Sunday, November 1, 2026.
    await write(
      row("2026-11-01T06:30:00Z", { cents: 100 }),
      row("2026-11-01T07:30:00Z", { cents: 20 }),
      row("2026-11-02T05:59:00Z", { cents: 3 }),
      row("2026-11-02T06:00:00Z", { cents: 7777 }),
    );
    const [figures] = (await readSales(clock, Date.parse("2026-11-02T05:59:30Z"))).currencies;
    expect(figures?.today.netCents).toBe(123);
    expect(figures?.points.today).toEqual([
      { minute: 90, netCents: 120 },
      { minute: 23 * 60 + 45, netCents: 3 },
    ]);
  });

  test("on the day the clock is set forward, the skipped hour stays empty", async () => {
    // Clocks go from 2 AM to 3 AM on Sunday, March 8, 2026.
    await write(
      row("2026-03-08T07:59:00Z", { cents: 100 }),
      row("2026-03-08T08:00:00Z", { cents: 20 }),
      row("2026-03-09T04:59:00Z", { cents: 3 }),
    );
    const [figures] = (await readSales(clock, Date.parse("2026-03-09T04:59:30Z"))).currencies;
    expect(figures?.points.today).toEqual([
      { minute: 105, netCents: 100 },
      { minute: 180, netCents: 20 },
      { minute: 23 * 60 + 45, netCents: 3 },
    ]);
  });

  test("a day that begins at 4 AM holds the sales after midnight", async () => {
    const late: BusinessClock = { ...clock, dayStart: "04:00" };
    await write(row("2026-11-21T07:30:00Z", { cents: 500 }, late));
    const sales = await readSales(late, Date.parse("2026-11-21T08:00:00Z"));
    expect(sales.day).toBe("2026-11-20");
    expect(sales.currencies[0]?.points.today).toEqual([{ minute: 21 * 60 + 30, netCents: 500 }]);
  });

  test("declines of seven days are counted by reason, the rarest together", async () => {
    const reasons = ["A", "A", "A", "B", "B", "C", "D", "E", "F", null];
    await write(
      ...reasons.map((reason) => row("2026-11-14T15:00:00Z", declined(reason))),
      row("2026-11-13T15:00:00Z", declined("Too old")),
    );
    const { reasons: shown, others, total } = await readDeclines(clock, now);
    expect(shown.slice(0, 2)).toEqual([
      { reason: "A", count: 3 },
      { reason: "B", count: 2 },
    ]);
    expect({ shown: shown.length, others, total }).toEqual({ shown: 5, others: 2, total: 10 });
  });

  test("names authorizations in the week before they expire", async () => {
    const held = { phase: "authorized", trantype_code: "A", net_cents: 0 } as const;
    await write(
      row("2026-10-20T20:00:00Z", { ...held, customer: "Expired" }),
      row("2026-10-22T20:46:00Z", { ...held, customer: "Harriet Boone", invoice: "A-17", cents: 31_000 }),
      row("2026-11-19T20:46:00Z", { ...held, customer: "Fresh" }),
    );
    expect((await readAttention("manager", now)).items).toEqual([
      expect.objectContaining({
        kind: "authorization",
        ...{ customer: "Harriet Boone", brand: "Visa", lastFour: "1111", invoice: "A-17" },
        expiresAt: Date.parse("2026-11-21T20:46:00Z"),
        cents: 31_000,
      }),
    ]);
  });

  test("counts a payment in the same second", async () => {
    const { transaction } = await run(cardSale("42.50"));
    const [figures] = (await readTodayPart("sales", "manager")).currencies;
    expect(figures?.today).toMatchObject({ netCents: 4250, sales: 1, approved: 1 });
    expect(await readTodayPart("latest", "manager")).toMatchObject([
      { transactionKey: transaction?.key, customer: "Ada Okafor", cents: 4250 },
    ]);
  });
});

test("the same time last week is on the wall clock, inside that day", () => {
  const at = (text: string) => todaySpan(clock, Date.parse(text)).sameTime;
  expect(at("2026-11-20T20:46:00Z")).toBe(Date.parse("2026-11-13T20:46:00Z"));
  // The week before still had summer time.
  expect(at("2026-11-06T20:46:00Z")).toBe(Date.parse("2026-10-30T19:46:00Z"));
  const { from, until } = businessDayBounds(clock, "2026-03-08");
  for (const minute of [0, 60, 150, 1400]) {
    const then = at(new Date(businessDayBounds(clock, "2026-03-15").from + minute * 60_000).toISOString());
    expect(then).toBeGreaterThanOrEqual(from);
    expect(then).toBeLessThanOrEqual(until);
  }
});
