import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDatabase } from "#server/sql/test-database.ts";
import type { Store } from "../context.ts";
import { beginClosing } from "../processor/settlement.ts";
import { enterOpenBatch, findBatch, lockBatchForClosing } from "./batches.ts";
import type { Db } from "./database.ts";
import { findDuplicate } from "./duplicates.ts";
import { openStore } from "./store.ts";
import { cardSale } from "./test-store.ts";
import { findTransactionById, insertTransaction } from "./transactions.ts";

const postgres = process.env.TEST_POSTGRES_URL ?? "";

describe.runIf(postgres)("two processes on one PostgreSQL", () => {
  let one: Store;
  let other: Store;
  const cleanups: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    const { url, drop } = await createDatabase(postgres);
    cleanups.push(drop);
    const open = async () => {
      const store = await openStore({ dataDir: "", databaseUrl: url });
      cleanups.push(() => store.close());
      return store;
    };
    [one, other] = [await open(), await open()];
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  const rowsOf = (amount: number) =>
    one.read((db) =>
      db
        .selectFrom("transactions")
        .select(["id", "duplicate_of_kind as kind"])
        .where("amount", "=", amount)
        .execute(),
    );

  test("create the schema once when they start together", async () => {
    const { url, drop } = await createDatabase(postgres);
    cleanups.push(drop);
    const stores = await Promise.all(
      Array.from({ length: 4 }, () => openStore({ dataDir: "", databaseUrl: url })),
    );
    cleanups.push(() => Promise.all(stores.map((store) => store.close())));
    await Promise.all(stores.map((store, place) => store.transact(pay(`kind ${place}`))));
  });

  test("keep every character of a payment's details", async () => {
    const details = {
      comments: `"a" \\ \n\u2028\u0000\ud800 é 😀 {"b": [1]}`,
      orderid: "1e3",
      lineitems: [],
    };
    const { id } = await one.transact(pay("a", 7, details));
    expect((await other.read((db) => findTransactionById(db, id)))?.details).toEqual(details);
  });

  test("charge a duplicate once and answer the others with that charge", async () => {
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, place) =>
        (place % 2 ? one : other).transact(pay(`kind ${Math.floor(place / 3)}`, 7)),
      ),
    );
    const rows = await rowsOf(7);
    expect(rows.length).toBe(30);
    expect(new Set(rows.map(({ kind }) => kind)).size).toBe(30);
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)));
  });

  test("open one batch between them", async () => {
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, place) => (place % 2 ? one : other).transact(pay(`kind ${place}`))),
    );
    expect(new Set(rows.map(({ batch_id }) => batch_id)).size).toBe(1);
  });

  test("add no payment to a batch that another process has closed", async () => {
    await one.transact(pay("before"));
    const closed = await other.transact(async (db) => {
      const batch = await findBatch(db, "current");
      return await beginClosing(db, batch?.id ?? 0, 0);
    });
    const [first, second] = await Promise.all([one.transact(pay("x")), one.transact(pay("y"))]);
    const open = await one.read((db) => findBatch(db, "current"));
    expect(closed?.id).toBeGreaterThan(0);
    expect(open?.id).not.toBe(closed?.id);
    expect([first.batch_id, second.batch_id]).toEqual([open?.id, open?.id]);
  });

  test("add no payment to a batch while another process is closing it", async () => {
    const { batch_id: before } = await one.transact(pay("before"));
    const mayClose = Promise.withResolvers<void>();
    const seized = Promise.withResolvers<void>();
    const closing = other.transactLarge(async (db) => {
      await lockBatchForClosing(db, before ?? 0);
      seized.resolve();
      await mayClose.promise;
      await beginClosing(db, before ?? 0, 0);
    });
    await seized.promise;
    const paying = [one.transact(pay("x")), one.transact(pay("y"))];
    // Both have reached the store once a later read is answered.
    await one.read((db) => findBatch(db, "current"));
    mayClose.resolve();
    await closing;
    const rows = await Promise.all(paying);
    const open = await one.read((db) => findBatch(db, "current"));
    expect(open?.id).not.toBe(before);
    expect(rows.map(({ batch_id }) => batch_id)).toEqual([open?.id, open?.id]);
  });

  test("roll back a failing payment and commit the others", async () => {
    const failing = async (db: Db) => {
      await pay("fails", 7)(db);
      throw new Error("refused");
    };
    // PostgreSQL text cannot hold this character.
    const unwritable = pay("\u0000", 7);
    const results = await Promise.allSettled(
      [pay("a", 7), failing, pay("b", 7), unwritable, pay("c", 7)].map((work) => one.transact(work)),
    );
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect((await rowsOf(7)).map(({ kind }) => kind).sort()).toEqual(["a", "b", "c"]);
  });
});

function pay(kind: string, amount = 1, details = {}) {
  return async (db: Db) => {
    const earlier = await findDuplicate(db, kind, 0);
    if (earlier) return earlier;
    const { batch, ordinal } = await enterOpenBatch(db, Date.now(), 24);
    return await insertTransaction(db, {
      ...cardSale,
      amount,
      details,
      batch_id: batch.id,
      ordinal,
      duplicate_of_kind: kind,
    });
  };
}
