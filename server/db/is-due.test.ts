import { beforeAll, expect, test } from "vitest";
import { longestLookupMs } from "#server/payments/lookup/times.ts";
import { holdLease } from "#server/payments/recovery/lease.ts";
import { db } from "./db.ts";
import { isDue } from "./is-due.ts";
import { describeStores } from "./test-store.ts";
import { useStore } from "./use-store.ts";

const minute = 60_000;

describeStores("a stored time", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test.each([
    [-1, true],
    [0, true],
    [1, false],
    [longestLookupMs + minute, false],
    [longestLookupMs + minute + 1, true],
    [365 * 24 * 60 * minute, true],
  ])("%d ms ahead is due: %s", async (aheadMs, expected) => {
    const now = Date.now();
    const lease = { name: `due ${aheadMs}`, holder: "somebody", until: now + aheadMs };
    await db().insertInto("leases").values(lease).execute();
    const due = await db()
      .selectFrom("leases")
      .select("name")
      .where("name", "=", lease.name)
      .where(isDue("until", now, longestLookupMs))
      .execute();
    expect(due).toHaveLength(expected ? 1 : 0);
  });

  test("a year ahead does not block a lease", async () => {
    const now = Date.now();
    const year = now + 365 * 24 * 60 * minute;
    await db().insertInto("processes").values({ id: "other", seen_at: now }).execute();
    const lease = { name: "resolver", holder: "other", until: now + minute };
    await db().insertInto("leases").values(lease).execute();
    expect(await holdLease("resolver", now)).toBe(false);
    await db().updateTable("leases").set({ until: year }).where("name", "=", "resolver").execute();
    expect(await holdLease("resolver", now)).toBe(true);
  });

  test("a year ahead does not make a dead process look alive", async () => {
    const now = Date.now();
    const year = now + 365 * 24 * 60 * minute;
    await db().insertInto("processes").values({ id: "dead", seen_at: year }).execute();
    const lease = { name: "batch-sync", holder: "dead", until: now + minute };
    await db().insertInto("leases").values(lease).execute();
    expect(await holdLease("batch-sync", now)).toBe(true);
  });
});
