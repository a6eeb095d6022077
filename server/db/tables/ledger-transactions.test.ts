import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { describeStores } from "../test-store.ts";
import { ledgerTransactions } from "./ledger-transactions.ts";

describeStores("transactions kept before currencies were told apart", (open) => {
  test("get the currency that the gateway gave them", async () => {
    const { db } = await open();
    await db.schema.alterTable("ledger_transactions").dropColumn("currency").execute();
    const row = (key: string, detail: object) => ({
      key,
      batch_key: "b",
      kind: "sales" as const,
      cents: 100,
      detail: JSON.stringify(detail),
      whole: 0 as const,
      read_at: 1,
    });
    const kept = [
      row("euro", { currency: "978" }),
      row("own", { amount: "1.00" }),
      row("odd", { currency: {} }),
    ];
    for (const one of kept) await db.insertInto("ledger_transactions").values(one).execute();
    await ledgerTransactions.steps["0150-ledger-transactions-currency"]?.(
      db as unknown as Kysely<unknown>, // steps know no tables
    );
    const after = await db
      .selectFrom("ledger_transactions")
      .select(["key", "currency"])
      .orderBy("key")
      .execute();
    expect(after).toEqual([
      { key: "euro", currency: "978" },
      { key: "odd", currency: null },
      { key: "own", currency: null },
    ]);
  });
});
