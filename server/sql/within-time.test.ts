import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeStores } from "#server/db/test-store.ts";
import { withinTime } from "./within-time.ts";

/** Counts for hours, on both stores. */
const endless = (inTime: unknown) => sql<{ n: number }>`
  with recursive steps(n) as (select 1 union all select n + 1 from steps where ${inTime} and n < 100000000000)
  select count(*) as n from steps`;

describeStores("a query with a time limit", (open) => {
  test("answers in time", async () => {
    const { db } = await open();
    const answer = await withinTime(db, 10_000, async (store, inTime) => {
      const { rows } = await sql<{ n: number }>`select 1 as n where ${inTime}`.execute(store);
      return rows;
    });
    expect(answer).toEqual([{ n: 1 }]);
  });

  test("is given up, and the store goes on", async () => {
    const { db } = await open();
    expect(await withinTime(db, 50, (store, inTime) => endless(inTime).execute(store))).toBeUndefined();
    expect(await withinTime(db, 10_000, async () => "next")).toBe("next");
  });

  test("passes other errors on", async () => {
    const { db } = await open();
    await expect(withinTime(db, 10_000, (store) => sql`select nothing`.execute(store))).rejects.toThrow();
  });
});
