import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../context.ts";
import { readSettings } from "../settings.ts";
import { claimEvents } from "../store/events.ts";
import { openStore } from "../store/store.ts";
import { cardSale, describeStores } from "../store/test-store.ts";
import { changeTransaction, insertTransaction, type NewTransaction } from "../store/transactions.ts";
import { openVault } from "../store/vault.ts";
import { raiseEvent } from "./raise-event.ts";

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "raise-event-"));
  store = await openStore({ dataDir: folder, databaseUrl: undefined });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const cash: NewTransaction = {
  ...cardSale,
  command: "cash:sale",
  tender: "cash",
  trantype_code: "G",
  amount: 500,
};

/** Records a sale and its event, then calls `afterwards`, in one transaction. */
const sell = ({ wanted, afterwards }: { wanted: boolean; afterwards: () => void }) =>
  store.transact(async (db) => {
    const row = await insertTransaction(db, cash);
    const sandbox = {
      settings: readSettings({ NODE_ENV: "test" }),
      vault: openVault(randomBytes(32)),
      webhooks: { wanted: () => wanted },
    };
    await raiseEvent({ sandbox, db, now: 0 }, "transaction.sale.success", { row });
    afterwards();
  });

const count = (table: "events" | "transactions") =>
  store.read(async (db) => (await db.selectFrom(table).select("id").execute()).length);

describe("an event and its record", () => {
  test("are committed together", async () => {
    await sell({ wanted: true, afterwards: () => {} });
    expect([await count("transactions"), await count("events")]).toEqual([1, 1]);
  });

  test("are rolled back together when the command fails", async () => {
    const broken = sell({
      wanted: true,
      afterwards: () => {
        throw new Error("the end is not reached");
      },
    });
    await expect(broken).rejects.toThrow("not reached");
    expect([await count("transactions"), await count("events")]).toEqual([0, 0]);
  });

  test("are only a record without a receiver", async () => {
    await sell({ wanted: false, afterwards: () => {} });
    expect([await count("transactions"), await count("events")]).toEqual([1, 0]);
  });
});

describeStores("events of payments that arrive together", (open) => {
  const sell = (own: Store, amount: number, refused = false) =>
    own.transact(async (db) => {
      const row = await insertTransaction(db, { ...cardSale, amount });
      await raiseEvent({ sandbox: receiving, db, now: amount }, "transaction.sale.success", { row });
      if (refused) throw new Error("refused");
      return row;
    });
  const claim = (own: Store, limit: number, now = 1000) => own.transact((db) => claimEvents(db, now, limit));
  const amountsOf = (events: { body: string }[]) =>
    events.map(({ body }) => /"amount":"([\d.]+)"/.exec(body)?.[1] ?? body).sort();

  test("are claimed once each, and none for a payment that was refused", async () => {
    const own = await open();
    const sold = await Promise.allSettled([
      sell(own, 100),
      sell(own, 200, true),
      sell(own, 300),
      sell(own, 400),
    ]);
    expect(sold.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    const first = await claim(own, 2);
    expect(first).toHaveLength(2);
    expect(amountsOf([...first, ...(await claim(own, 9))])).toEqual(["1.00", "3.00", "4.00"]);
    expect(await claim(own, 9)).toEqual([]);
  });

  test("describe the payment as it was at the time of the event", async () => {
    const own = await open();
    const row = await sell(own, 100);
    await own.transact((db) =>
      changeTransaction(db, row, { amount: 50, trantype_code: "V", details: { orderid: "other" } }),
    );
    const [event] = await claim(own, 1);
    const { object } = (JSON.parse(event?.body ?? "{}") as { event_body: { object: unknown } }).event_body;
    expect(object).toMatchObject({ key: row.key, amount: "1.00", trantype_code: "S", status_code: "P" });
    expect(object).not.toHaveProperty("orderid");
  });

  test("wait until they are due", async () => {
    const own = await open();
    await sell(own, 900);
    expect(await claim(own, 1, 899)).toEqual([]);
    expect(await claim(own, 1, 900)).toHaveLength(1);
  });
});

const receiving = {
  settings: readSettings({ NODE_ENV: "test" }),
  vault: openVault(randomBytes(32)),
  webhooks: { wanted: () => true },
};
