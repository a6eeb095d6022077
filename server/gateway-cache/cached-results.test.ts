import { expect, test } from "vitest";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { cacheResults, listResults } from "./cached-results.ts";
import { sumByBatch, sumByOutcome } from "./result-sums.ts";

applyTestSettings();

const row = (key: string, trantype_code: string, status_code: string, amount: string) => ({
  key,
  trantype_code,
  status_code,
  result_code: "A",
  amount,
});
const batch = { key: "b1", sequence: "2" };

/** Newest first: a sale, a refund in euros, an authorization, a void, and a void that was refused. */
const page: TransactionDetail[] = [
  { ...row("sale", "S", "P", "45.50"), batch },
  { ...row("refund", "C", "P", "31.00"), batch, currency: "978" },
  row("held", "A", "N", "40.00"),
  { ...row("void", "V", "V", "75.00"), batch },
  { ...row("settled", "S", "S", "12.00"), batch, created: "2026-11-20 10:00:00", result_code: "E" },
];

describeStoresOnSqlite("the results of a bulk group", (open) => {
  test("say what each row was and where its payment is", async () => {
    const { db } = await open();
    useStore(db);
    await cacheResults(db, "g", page.length, page);
    const { results } = await listResults("g", "all", { limit: 10, offset: 0 });
    const shown = results.map(({ type, kind, phase }) => [type, kind, phase]).toReversed();
    expect(shown).toEqual([
      ["Sale", "sales", "pending"],
      ["Refund", "refunds", "pending"],
      ["Authorization", "sales", "authorized"],
      ["Sale", "voids", "voided"],
      ["Sale", "sales", "error"],
    ]);
  });

  test("of a row that was refused show no amount, batch or time of the payment it was to change", async () => {
    const { db } = await open();
    useStore(db);
    await cacheResults(db, "g", page.length, page);
    const { results } = await listResults("g", "errors", { limit: 10, offset: 0 });
    expect(results).toMatchObject([
      { transactionKey: "settled", cents: undefined, batchKey: undefined, created: undefined },
    ]);
    expect((await sumByOutcome("g")).errors).toEqual({
      count: 1,
      sums: [{ currency: "USD", cents: 0 }],
      withoutAmount: 1,
    });
  });

  test("sum authorizations and voids apart from sales and refunds, and each currency separately", async () => {
    const { db } = await open();
    useStore(db);
    await cacheResults(db, "g", page.length, page);
    const usd = (cents: number) => ({ count: 1, sums: [{ currency: "USD", cents }], withoutAmount: 0 });
    expect((await sumByOutcome("g")).approvedAs).toEqual({
      sales: usd(4550),
      refunds: { count: 1, sums: [{ currency: "EUR", cents: 3100 }], withoutAmount: 0 },
      authorized: usd(4000),
      voids: usd(7500),
    });
    const { batches, authorized } = await sumByBatch("g");
    expect(authorized).toEqual(usd(4000));
    expect(batches).toMatchObject([
      {
        batchKey: "b1",
        count: 3,
        sums: [
          { currency: "USD", total: { cents: 4550, count: 2 } },
          { currency: "EUR", total: { cents: -3100, count: 1 } },
        ],
      },
    ]);
  });

  test("count an authorization that the same group captured as the sale it became", async () => {
    const { db } = await open();
    useStore(db);
    await cacheResults(db, "g", 2, [{ ...row("k", "S", "P", "40.00"), batch }, row("k", "A", "N", "40.00")]);
    const { batches, authorized } = await sumByBatch("g");
    expect(authorized.count).toBe(0);
    expect(batches).toMatchObject([{ count: 1, sums: [{ total: { cents: 4000 } }] }]);
  });
});
