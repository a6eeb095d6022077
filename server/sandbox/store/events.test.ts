import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  claimEvents,
  finishAttempt,
  insertEvent,
  listDeliveries,
  releaseClaims,
  releaseOrphans,
} from "./events.ts";
import { openStore, type Store } from "./store.ts";

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "events-"));
  store = await openStore({ dataDir: folder, databaseUrl: undefined });
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
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const claim = (now: number, limit = 10) => store.transact((db) => claimEvents(db, now, limit));
const namesOf = (rows: { transaction_key: string }[]) => rows.map((row) => row.transaction_key);
const end = { status: 500, error: null, ms: 1 };

test("events are taken when they are due, the longest due first, and by one taker only", async () => {
  expect(namesOf(await claim(99))).toEqual([]);
  expect(namesOf(await claim(250, 1))).toEqual(["key-100"]);
  expect(namesOf(await claim(250))).toEqual(["key-200"]);
  expect(namesOf(await claim(250))).toEqual([]);
});

test("one that is given back, or was left by a process that is gone, is taken again", async () => {
  const [first] = await claim(300, 1);
  if (!first) throw new Error("nothing was due");
  await store.transact((db) => releaseClaims(db, [first]));
  expect((await claim(300)).length).toBe(3);
  await store.transact(releaseOrphans);
  expect((await claim(300)).length).toBe(3);
});

test("an attempt is noted with its number, and the event is due again when that says so", async () => {
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

test.each([null, 400])(
  "an attempt that ends after the store was emptied leaves nothing",
  async (retry_at) => {
    const [first] = await claim(150);
    if (!first) throw new Error("nothing was due");
    await store.transact(async (db) => void (await db.deleteFrom("events").execute()));
    await store.transact((db) => finishAttempt(db, first, { ...end, tried_at: 150, retry_at }));
    expect(await store.read((db) => listDeliveries(db, 10))).toEqual([]);
    expect(await claim(9999)).toEqual([]);
  },
);
