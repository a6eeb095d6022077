import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSettings } from "../env.ts";
import { openStore, type Store } from "../store/store.ts";
import { cardSale } from "../store/test-store.ts";
import { insertTransaction, type NewTransaction } from "../store/transactions.ts";
import { openVault } from "../vault.ts";
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

/** Records a sale and its event, and then does what is asked, in one transaction. */
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
  test("are kept together", async () => {
    await sell({ wanted: true, afterwards: () => {} });
    expect([await count("transactions"), await count("events")]).toEqual([1, 1]);
  });

  test("are undone together when the command does not come to its end", async () => {
    const broken = sell({
      wanted: true,
      afterwards: () => {
        throw new Error("the end is not reached");
      },
    });
    await expect(broken).rejects.toThrow("not reached");
    expect([await count("transactions"), await count("events")]).toEqual([0, 0]);
  });

  test("are the record alone while nobody wants events", async () => {
    await sell({ wanted: false, afterwards: () => {} });
    expect([await count("transactions"), await count("events")]).toEqual([1, 0]);
  });
});
