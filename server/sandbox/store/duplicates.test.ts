import { beforeEach, expect, test } from "vitest";
import type { Store } from "../context.ts";
import { DUPLICATE_WINDOW_MS } from "../rules/duplicate.ts";
import { findDuplicate } from "./duplicates.ts";
import { cardSale, describeStores } from "./test-store.ts";
import { changeTransaction, insertTransaction, type NewTransaction } from "./transactions.ts";

describeStores("duplicates", (open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });

  const now = 10 * DUPLICATE_WINDOW_MS;
  const sale: NewTransaction = { ...cardSale, created_at: now, duplicate_of_kind: "kind" };
  const pay = (changes: Partial<NewTransaction> = {}) =>
    store.transact((db) => insertTransaction(db, { ...sale, ...changes }));
  const find = async (kind = "kind") =>
    (await store.transact((db) => findDuplicate(db, kind, now - DUPLICATE_WINDOW_MS)))?.id;

  test("a payment is found among many others", async () => {
    const { id } = await pay();
    await Promise.all(
      Array.from({ length: 300 }, (_, place) => pay({ duplicate_of_kind: `other ${place}` })),
    );
    expect(await find()).toBe(id);
    expect(await find("unknown")).toBeUndefined();
  });

  test("a payment that was rolled back, voided or declined, or is too old, is not found", async () => {
    await store
      .transact(async (db) => {
        await insertTransaction(db, sale);
        throw new Error("rolled back");
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
});
