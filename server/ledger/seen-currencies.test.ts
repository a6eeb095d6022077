import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { ledgerCurrencies } from "#server/db/tables/ledger-currencies.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { keepResults } from "./kept-results.ts";
import { keepPage } from "./kept-transactions.ts";
import { hasSeenOthers } from "./seen-currencies.ts";

const euro = { key: "k1", amount: "1.00", currency: "978", batch: { key: "b1" } };

describeStores("currencies seen in a batch", (open) => {
  test("are known from a bulk group too, and the merchant's own is none of them", async () => {
    const { db } = await open();
    useStore(db);
    await keepResults(db, "g", 1, [{ ...euro, currency: "840" }]);
    expect(await hasSeenOthers()).toBe(false);
    await keepResults(db, "g", 2, [euro]);
    expect(await hasSeenOthers("b1")).toBe(true);
    expect(await hasSeenOthers("b2")).toBe(false);
  });

  test("are taken over from the transactions that the ledger held before", async () => {
    const { db } = await open();
    useStore(db);
    await keepPage(db, "b1", 2, [euro, { ...euro, key: "k2", currency: undefined }], 1);
    await db.schema.dropTable("ledger_currencies").execute();
    await ledgerCurrencies.steps["0152-ledger-currencies"]?.(
      db as unknown as Kysely<unknown>, // steps know no tables
    );
    const rows = await db.selectFrom("ledger_currencies").selectAll().execute();
    expect(rows).toEqual([{ batch_key: "b1", currency: "978" }]);
  });
});
