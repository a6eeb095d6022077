import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../context.ts";
import { enterOpenBatch } from "./batches.ts";
import type { Db } from "./database.ts";
import { openStore } from "./store.ts";
import { cardSale } from "./test-store.ts";
import { listTransactions } from "./transaction-lists.ts";
import { insertTransaction, type NewTransaction } from "./transactions.ts";

let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "transactions-"));
  store = await openStore({ dataDir, databaseUrl: undefined });
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const cash: NewTransaction = { ...cardSale, command: "cash:sale", tender: "cash", trantype_code: "G" };

const pay = (amount: number) => (db: Db) => insertTransaction(db, { ...cash, amount });
const payAndFail = async (db: Db) => {
  await pay(0)(db);
  throw new Error("undone");
};
const amounts = async (page: { limit: number; offset: number }) => {
  const { rows, total } = await store.read((db) => listTransactions(db, page));
  return { amounts: rows.map(({ amount }) => amount), total };
};

test("pages are contiguous after rollbacks and after the store was emptied", async () => {
  for (let round = 0; round < 2; round++) {
    await store.transact((db) => db.deleteFrom("transactions").execute());
    expect(await amounts({ limit: 2, offset: 0 })).toEqual({ amounts: [], total: 0 });
    for (let amount = 1; amount <= 5; amount++)
      await Promise.allSettled([store.transact(payAndFail), store.transact(pay(amount))]);
    expect(await amounts({ limit: 2, offset: 0 })).toEqual({ amounts: [5, 4], total: 5 });
    expect(await amounts({ limit: 2, offset: 2 })).toEqual({ amounts: [3, 2], total: 5 });
    expect(await amounts({ limit: 2, offset: 4 })).toEqual({ amounts: [1], total: 5 });
    expect(await amounts({ limit: 2, offset: 5 })).toEqual({ amounts: [], total: 5 });
  }
});

test("payments leave no gap in their batch and enter the next one once it is closed", async () => {
  const add = (fails = false) =>
    store.transact(async (db) => {
      const { batch, ordinal } = await enterOpenBatch(db, 0, 24);
      await insertTransaction(db, { ...cash, batch_id: batch.id, ordinal });
      if (fails) throw new Error("undone");
      return `${batch.sequence}: ${ordinal}`;
    });
  const places = async (...payments: Promise<string>[]) =>
    (await Promise.allSettled(payments)).map((payment) =>
      payment.status === "fulfilled" ? payment.value : "undone",
    );
  expect(await places(add(), add(), add(true), add())).toEqual(["1: 1", "1: 2", "undone", "1: 3"]);
  expect(await places(add(true))).toEqual(["undone"]);
  const close = (db: Db) => db.updateTable("batches").set({ status: "closed" }).execute();
  const before = add();
  const closed = store.transact(close);
  expect(await places(before, add())).toEqual(["1: 4", "2: 1"]);
  await closed;
});
