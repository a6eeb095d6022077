import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DUPLICATE_WINDOW_MS } from "../rules/duplicate.ts";
import { findDuplicate } from "./duplicates.ts";
import { openRecentKinds } from "./recent-kinds.ts";
import { openStore, type Store } from "./store.ts";
import { cardSale } from "./test-store.ts";
import { changeTransaction, insertTransaction, type NewTransaction } from "./transactions.ts";

let dataDir: string;
let store: Store;
const open = () => openStore({ dataDir, databaseUrl: undefined });
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "duplicates-"));
  store = await open();
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const now = 10 * DUPLICATE_WINDOW_MS;
const sale: NewTransaction = { ...cardSale, created_at: now, duplicate_of_kind: "kind" };
const pay = (changes: Partial<NewTransaction> = {}) =>
  store.transact((db) => insertTransaction(db, { ...sale, ...changes }));
const find = async (kind = "kind") =>
  (await store.transact(async (db) => findDuplicate(db, kind, now - DUPLICATE_WINDOW_MS)))?.id;

test("a payment is known as repeated also after a restart, however many came behind it", async () => {
  const { id } = await pay();
  for (let other = 0; other < 1200; other += 300)
    await Promise.all(
      Array.from({ length: 300 }, (_, place) => pay({ duplicate_of_kind: `other ${other + place}` })),
    );
  expect(await find()).toBe(id);
  await store.close();
  store = await open();
  expect(await find()).toBe(id);
  expect(await find("unheard of")).toBeUndefined();
});

test("a payment that was undone, voided or declined, or is too old, is none that could be repeated", async () => {
  await store
    .transact(async (db) => {
      await insertTransaction(db, sale);
      throw new Error("undone");
    })
    .catch(() => undefined);
  await pay({ result_code: "D" });
  await pay({ created_at: now - DUPLICATE_WINDOW_MS - 1 });
  const voided = await pay();
  expect(await find()).toBe(voided.id);
  await store.transact((db) => changeTransaction(db, voided, { trantype_code: "V" }));
  expect(await find()).toBeUndefined();
  const first = await pay();
  const second = await pay();
  expect(await find()).toBe(second.id);
  await store.transact((db) => changeTransaction(db, second, { trantype_code: "V" }));
  expect(await find()).toBe(first.id);
});

test("nothing within the window is ever forgotten", () => {
  const payment = fc.record({
    kind: fc.nat(400).map(String),
    laterMs: fc.oneof(fc.constant(0), fc.nat(DUPLICATE_WINDOW_MS / 50), fc.constant(DUPLICATE_WINDOW_MS)),
  });
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 3000, size: "max" }), (payments) => {
      const kinds = openRecentKinds();
      const noted: { kind: string; id: number; at: number }[] = [];
      let at = 0;
      for (const [place, { kind, laterMs }] of payments.entries()) {
        at += laterMs;
        kinds.note(kind, place + 1, at);
        noted.push({ kind, id: place + 1, at });
      }
      for (const { kind, id } of noted.filter((one) => one.at > at - DUPLICATE_WINDOW_MS))
        expect(kinds.rowsOf(kind)).toContain(id);
    }),
    { numRuns: 20 },
  );
});
