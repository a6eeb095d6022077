import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openVault } from "../vault.ts";
import { openBundle } from "./bundle.ts";
import { openSealed } from "./sealed-together.ts";
import { describeStores } from "./test-store.ts";

const vault = openVault(randomBytes(32));
const card = (number: number) => `{"number":"400010001111${number}"}`;

describeStores("what payments of one commit keep sealed", (open) => {
  test("is opened for each by itself, and so is what was sealed alone", async () => {
    const store = await open();
    const kept = await store.transact(async (db) => {
      const bundle = openBundle(db);
      const names = [1000, 1001, 1002].map((number) => bundle.seal(vault, card(number)));
      await bundle.settle();
      const later = bundle.seal(vault, card(1003));
      await bundle.settle();
      return [...names, later, vault.seal(card(1004))];
    });
    const opened = await store.read((db) => Promise.all(kept.map((sealed) => openSealed(db, vault, sealed))));
    expect(opened).toEqual([1000, 1001, 1002, 1003, 1004].map(card));
  });

  test("can be read by nobody without the key", async () => {
    const store = await open();
    const name = await store.transact(async (db) => {
      const bundle = openBundle(db);
      const sealed = bundle.seal(vault, card(1000));
      await bundle.settle();
      return sealed;
    });
    const rows = await store.read((db) => db.selectFrom("sealed_together").selectAll().execute());
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.sealed ?? "", "base64").toString("latin1")).not.toContain("4000");
    const other = openVault(randomBytes(32));
    await expect(store.read((db) => openSealed(db, other, name))).rejects.toThrow();
  });

  test("is gone with a payment that was refused", async () => {
    const store = await open();
    const [refused, kept] = await Promise.allSettled([
      store.transactAdding(async (db, shared) => {
        (shared ?? openBundle(db)).seal(vault, card(1000));
        throw new Error("refused");
      }),
      store.transactAdding(async (db, shared) => {
        const bundle = shared ?? openBundle(db);
        const sealed = bundle.seal(vault, card(1001));
        if (!shared) await bundle.settle();
        return sealed;
      }),
    ]);
    expect(refused.status).toBe("rejected");
    const rows = await store.read((db) => db.selectFrom("sealed_together").selectAll().execute());
    expect(rows.map(({ sealed }) => vault.open(sealed))).toEqual([JSON.stringify([card(1001)])]);
    if (kept.status === "rejected") throw kept.reason;
    expect(await store.read((db) => openSealed(db, vault, kept.value))).toBe(card(1001));
  });
});
