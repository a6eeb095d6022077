import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { isPostgres } from "#server/sql/dialect.ts";
import type { Store } from "../context.ts";
import {
  claimEvents,
  finishAttempt,
  insertEvent,
  listDeliveries,
  releaseClaims,
  releaseOrphans,
  renewClaims,
} from "./events.ts";
import { describeStores } from "./test-store.ts";

describeStores("the outbox", (open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    for (const [index, at] of [300, 100, 200].entries())
      await store.transact(async (db) =>
        insertEvent(db, {
          event_id: String(index).padStart(64, "0"),
          event_type: "transaction.sale.success",
          transaction_key: `key-${at}`,
          body: "{}",
          at,
        }),
      );
  });

  const claim = (now: number, limit = 10) => store.transact((db) => claimEvents(db, now, limit));
  const namesOf = (rows: { transaction_key: string }[]) => rows.map((row) => row.transaction_key);
  const end = { status: 500, error: null, ms: 1 };

  test("events are claimed when due, the oldest first, and only once", async () => {
    expect(namesOf(await claim(99))).toEqual([]);
    expect(namesOf(await claim(250, 1))).toEqual(["key-100"]);
    expect(namesOf(await claim(250))).toEqual(["key-200"]);
    expect(namesOf(await claim(250))).toEqual([]);
  });

  test("a claim that was released, or left by a process that died, is taken again", async () => {
    const [first] = await claim(300, 1);
    if (!first) throw new Error("nothing was due");
    await store.transact((db) => releaseClaims(db, [first]));
    expect((await claim(300)).length).toBe(3);
    await store.transact(releaseOrphans);
    // On PostgreSQL another process may hold them until its claims expire.
    const shared = await store.read(async (db) => isPostgres(db));
    expect((await claim(300)).length).toBe(shared ? 0 : 3);
  });

  test("an attempt is recorded with its number and schedules the next one", async () => {
    const [first] = await claim(150);
    if (!first) throw new Error("nothing was due");
    await store.transact((db) => finishAttempt(db, first, { ...end, tried_at: 150, retry_at: 400 }));
    expect(namesOf(await claim(399))).not.toContain("key-100");
    const [again] = await claim(400);
    expect(again).toMatchObject({ transaction_key: "key-100", attempts: 1, first_tried_at: 150 });
    if (!again) return;
    await store.transact((db) => finishAttempt(db, again, { ...end, tried_at: 400, retry_at: null }));
    await store.transact(releaseOrphans);
    expect(namesOf(await claim(9999))).not.toContain("key-100");
    const listed = await store.read((db) => listDeliveries(db, 10));
    expect(listed.map(({ attempt, tried_at, retry_at }) => [attempt, tried_at, retry_at])).toEqual([
      [2, 400, null],
      [1, 150, 400],
    ]);
  });

  test("a claim is renewed only while its attempt is in progress", async () => {
    const claimedUntil = () =>
      store.read(async (db) => {
        const rows = await db.selectFrom("events").select(["transaction_key", "claimed_until"]).execute();
        return new Map(rows.map((row) => [row.transaction_key, row.claimed_until]));
      });
    const claimed = await claim(200);
    const [ended, lasting] = claimed;
    if (!ended || !lasting) throw new Error("nothing was due");
    await store.transact((db) => finishAttempt(db, ended, { ...end, tried_at: 200, retry_at: 250 }));
    const before = await claimedUntil();
    // So that the clock shows a later moment.
    await delay(5);
    await store.transact((db) => renewClaims(db, claimed));
    const after = await claimedUntil();
    expect(after.get(lasting.transaction_key)).toBeGreaterThan(before.get(lasting.transaction_key) ?? 0);
    expect(namesOf(await claim(250))).toEqual([ended.transaction_key]);
  });

  test.each([null, 400])("an attempt that ends after a reset records nothing", async (retry_at) => {
    const [first] = await claim(150);
    if (!first) throw new Error("nothing was due");
    await store.transact(async (db) => void (await db.deleteFrom("events").execute()));
    await store.transact((db) => finishAttempt(db, first, { ...end, tried_at: 150, retry_at }));
    expect(await store.read((db) => listDeliveries(db, 10))).toEqual([]);
    expect(await claim(9999)).toEqual([]);
  });
});
