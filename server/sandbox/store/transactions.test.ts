import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Db, openStore, type Store } from "./store.ts";
import { insertTransaction, listTransactions, type NewTransaction } from "./transactions.ts";

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

const cash: NewTransaction = {
  source_id: 1,
  created_at: 0,
  command: "cash:sale",
  tender: "cash",
  trantype_code: "G",
  status_code: "P",
  result_code: "A",
  error_code: null,
  error: null,
  authcode: "",
  amount: 100,
  batch_id: null,
  ordinal: null,
  original_id: null,
  connected: 0,
  duplicate_of_kind: null,
  next_step_at: null,
  sealed: null,
  fingerprint: null,
  details: {},
};

const pay = (amount: number) => (db: Db) => insertTransaction(db, { ...cash, amount });
const payAndFail = async (db: Db) => {
  await pay(0)(db);
  throw new Error("undone");
};
const amounts = async (page: { limit: number; offset: number }) => {
  const { rows, total } = await store.read((db) => listTransactions(db, page));
  return { amounts: rows.map(({ amount }) => amount), total };
};

test("pages follow each other whatever was undone between payments, also after the store was emptied", async () => {
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
