import { expect, test } from "vitest";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { cacheResults } from "./cached-results.ts";
import { cachePage } from "./cached-transactions.ts";
import { hasSeenOthers } from "./seen-currencies.ts";

applyTestSettings();

const euro = { key: "k1", amount: "1.00", currency: "978", batch: { key: "b1" } };

describeStoresOnSqlite("currencies seen in a batch", (open) => {
  test("are known from a bulk group too, and the merchant's own is not listed", async () => {
    const { db } = await open();
    useStore(db);
    await cacheResults(db, "g", 1, [{ ...euro, currency: "840" }]);
    expect(await hasSeenOthers()).toBe(false);
    await cacheResults(db, "g", 2, [euro]);
    expect(await hasSeenOthers("b1")).toBe(true);
    expect(await hasSeenOthers("b2")).toBe(false);
  });

  test("are known from a page of a batch", async () => {
    const { db } = await open();
    useStore(db);
    await cachePage(db, "b1", 2, [euro, { ...euro, key: "k2", currency: undefined }], 1);
    const rows = await db.selectFrom("cached_currencies").selectAll().execute();
    expect(rows).toEqual([{ batch_key: "b1", currency: "978" }]);
  });
});
