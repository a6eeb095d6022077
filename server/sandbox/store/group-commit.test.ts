import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../context.ts";
import type { Db } from "./database.ts";
import { openStore } from "./store.ts";

let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "group-commit-"));
  store = await openStore({ dataDir, databaseUrl: undefined });
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const write = (id: string) => async (db: Db) => {
  await db.insertInto("receipt_templates").values({ id, html: "" }).execute();
  return id;
};
const ids = () =>
  store.read(async (db) =>
    (await db.selectFrom("receipt_templates").select("id").orderBy("id").execute()).map(({ id }) => id),
  );

test("failed work is rolled back without affecting the rest of its group", async () => {
  const results = await Promise.allSettled([
    store.transact(write("a")),
    store.transact(async (db) => {
      await write("b")(db);
      throw new Error("refused");
    }),
    store.transact(write("a")),
    store.transact(write("c")),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(await ids()).toEqual(["a", "c"]);
});

test("work of one group runs in order and sees earlier writes", async () => {
  const count = async (db: Db) => (await db.selectFrom("receipt_templates").selectAll().execute()).length;
  const seen = await Promise.all(
    Array.from({ length: 600 }, (_, place) =>
      store.transact(async (db) => {
        const before = await count(db);
        await write(String(place).padStart(4, "0"))(db);
        return before;
      }),
    ),
  );
  expect(seen).toEqual(Array.from({ length: 600 }, (_, place) => place));
});

test("failed large work is rolled back, and other work runs between large ones", async () => {
  const done: string[] = [];
  const note = (name: string) => () => done.push(name);
  const results = await Promise.allSettled([
    store.transactLarge(write("a")).finally(note("first large")),
    store.transactLarge(async (db) => {
      await write("b")(db);
      throw new Error("refused");
    }),
    store.transactLarge(write("c")).finally(note("last large")),
    store.transact(write("d")).finally(note("sale")),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await ids()).toEqual(["a", "c", "d"]);
  expect(done).toEqual(["first large", "sale", "last large"]);
});

test("a read sees every answered commit, and close waits for work in progress", async () => {
  await store.transact(write("a"));
  expect(await ids()).toEqual(["a"]);
  const last = store.transact(write("b"));
  await store.close();
  await last;
  store = await openStore({ dataDir, databaseUrl: undefined });
  expect(await ids()).toEqual(["a", "b"]);
});
