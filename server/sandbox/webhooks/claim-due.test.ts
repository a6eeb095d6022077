import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readSettings } from "../env.ts";
import { openBundle } from "../store/bundle.ts";
import type { Db, Store } from "../store/store.ts";
import { cardSale, describeStores } from "../store/test-store.ts";
import { changeTransaction, insertTransaction } from "../store/transactions.ts";
import { openVault } from "../vault.ts";
import { claimDue } from "./claim-due.ts";
import { raiseEvent } from "./raise-event.ts";

const sandbox = {
  settings: readSettings({ NODE_ENV: "test" }),
  vault: openVault(randomBytes(32)),
  webhooks: { wanted: () => true },
};

/** Adds a payment and raises its event, as a payment does that shares its commit. */
const sell = (store: Store, amount: number, refused = false) =>
  store.transactAdding(async (db, shared) => {
    const bundle = shared ?? openBundle(db);
    const row = await insertTransaction(db, { ...cardSale, amount });
    await raiseEvent({ sandbox, db, now: amount, bundle }, "transaction.sale.success", { row });
    if (!shared) await bundle.settle();
    if (refused) throw new Error("refused");
    return row;
  });

const claim = (store: Store, limit: number, now = 1000) =>
  store.transact((db: Db) => claimDue(sandbox, db, now, limit));
const amountsOf = (events: { body: string }[]) =>
  events.map(({ body }) => /"amount":"([\d.]+)"/.exec(body)?.[1] ?? body).sort();

describeStores("the events of payments that share a commit", (open) => {
  test("are each sent once, a few at a time, and none for a payment that was refused beside them", async () => {
    const store = await open();
    const sold = await Promise.allSettled([
      sell(store, 100),
      sell(store, 200, true),
      sell(store, 300),
      sell(store, 400),
    ]);
    expect(sold.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    const first = await claim(store, 2);
    expect(first).toHaveLength(2);
    expect(amountsOf([...first, ...(await claim(store, 9))])).toEqual(["1.00", "3.00", "4.00"]);
    expect(await claim(store, 9)).toEqual([]);
  });

  test("tell of a payment as it was, whatever became of it before they are sent", async () => {
    const store = await open();
    const row = await sell(store, 100);
    await store.transact((db) =>
      changeTransaction(db, row, { amount: 50, trantype_code: "V", details: { orderid: "other" } }),
    );
    const [event] = await claim(store, 1);
    const { object } = (JSON.parse(event?.body ?? "{}") as { event_body: { object: unknown } }).event_body;
    expect(object).toMatchObject({ key: row.key, amount: "1.00", trantype_code: "S", status_code: "P" });
    expect(object).not.toHaveProperty("orderid");
  });

  test("wait, like others, until they are due", async () => {
    const store = await open();
    await sell(store, 900);
    expect(await claim(store, 1, 899)).toEqual([]);
    expect(await claim(store, 1, 900)).toHaveLength(1);
  });
});
