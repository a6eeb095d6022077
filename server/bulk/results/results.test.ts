import { expect, test } from "vitest";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cacheResults } from "#server/gateway-cache/cached-results.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { fileRow } from "../test-file-row.ts";
import { readResults } from "./results.ts";

applyTestSettings();

const voided = {
  key: "k",
  trantype_code: "V",
  status_code: "V",
  amount: "44.00",
  created: "2026-11-20 10:00:00",
  batch: { key: "b1" },
};
/** Newest first: a void that the gateway refused, the void and the capture of one payment, and a sale. */
const page = [
  { ...voided, result_code: "E", line: "5" },
  { ...voided, result_code: "A", line: "4" },
  { ...voided, result_code: "A", line: "3" },
  { ...voided, key: "s", trantype_code: "S", status_code: "P", result_code: "A", line: "2" },
] as TransactionDetail[];

describeStoresOnSqlite("the results of a file that was sent from here", (open) => {
  test("name rows that change an earlier payment by their command, and give them none of its time", async () => {
    const { db } = await open();
    useStore(db);
    const file = fileRow({ bulk_key: "g" });
    await db.insertInto("bulk_files").values(file).execute();
    const payout = { file_id: file.id, trankey: "k" };
    await db
      .insertInto("bulk_payouts")
      .values([
        { ...payout, row: 3, line: 3, command: "cc:capture", cents: 4400 },
        { ...payout, row: 4, line: 4, command: "void", cents: null },
        { ...payout, row: 5, line: 5, command: "creditvoid", cents: 1000 },
      ])
      .execute();
    await cacheResults(db, "g", page.length, page);
    const { results } = await readResults("g", "all", { limit: 10, offset: 0 });
    expect(results.map(({ type, cents, batchKey, created }) => [type, cents, batchKey, created])).toEqual([
      ["Sale", 4400, "b1", voided.created],
      ["Capture", 4400, "b1", undefined],
      ["Void", 4400, "b1", undefined],
      ["Refund or void", 1000, undefined, undefined],
    ]);
  });
});
