import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createDatabase } from "#e2e/support/postgres-database.ts";
import { beginClosing } from "../batch-life.ts";
import { Refusal } from "../refusal.ts";
import { enterOpenBatch, findBatch, nextOrdinal, seizeBatch } from "./batches.ts";
import { findDuplicate } from "./duplicates.ts";
import { insertEvent } from "./events.ts";
import type { Permit } from "./permit.ts";
import { type Db, openStore, type Store } from "./store.ts";
import { cardSale } from "./test-store.ts";
import { findTransactionById, insertTransaction, type NewTransaction } from "./transactions.ts";

const postgres = process.env.TEST_POSTGRES_URL ?? "";

describe.runIf(postgres)("two processes that record payments on one PostgreSQL", () => {
  let one: Store;
  let other: Store;
  const ends: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    const { url, drop } = await createDatabase(postgres);
    ends.push(drop);
    const open = async () => {
      const store = await openStore({ dataDir: "", databaseUrl: url });
      ends.push(() => store.close());
      return store;
    };
    one = await open();
    other = await open();
    // The first opens the batch, the second leaves it known: from then on payments go on slips.
    for (const [place, store] of [one, one, other, other].entries())
      await store.transact(pay(`before ${place}`));
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const rowsOf = (amount: number) =>
    one.read((db) =>
      db
        .selectFrom("transactions")
        .select(["id", "duplicate_of_kind as kind", sql<string>`xmin::text`.as("commit")])
        .where("amount", "=", amount)
        .execute(),
    );

  const permit = (limits = { minute: 1_000_000, day: 150 }): Permit => ({ scope: "v2 a", limits });

  test("put those that arrive together on the disk by one commit", async () => {
    const paid = await Promise.all([1, 2, 3, 4, 5].map((place) => one.transact(pay(`kind ${place}`, 7))));
    const rows = await rowsOf(7);
    expect(rows.map(({ id }) => id)).toEqual(paid.map(({ id }) => id));
    expect(new Set(rows.map(({ commit }) => commit)).size).toBe(1);
  });

  test("keep every detail of a payment to the letter", async () => {
    const details = {
      comments: `"a" \\ \n\u2028\u0000\ud800 é 😀 {"b": [1]}`,
      orderid: "1e3",
      line_items: [],
    };
    const asking = permit();
    const { id } = await one.transact(pay("a", 7, details), asking);
    expect(asking.used?.day).toBe(1);
    expect((await one.read((db) => findTransactionById(db, id)))?.details).toEqual(details);
    const text = sql<string>`details`.as("text");
    const stored = await one.read((db) =>
      db.selectFrom("transactions").select(text).where("id", "=", id).execute(),
    );
    expect(stored).toEqual([{ text: JSON.stringify(details) }]);
  });

  test("charge each kind once, whichever of them is asked, and answer the others with that charge", async () => {
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

  test("let no payment into a batch that one of them has closed meanwhile", async () => {
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

  test("let no payment into a batch while one of them is closing it, counted on its way or before", async () => {
    const batch = await one.read((db) => findBatch(db, "current"));
    let close = () => {};
    const mayClose = new Promise<void>((resolve) => {
      close = resolve;
    });
    const seized = new Promise<void>((resolve) => {
      void other.transactLarge(async (db) => {
        await seizeBatch(db, batch?.id ?? 0);
        resolve();
        await mayClose;
        await beginClosing(db, batch?.id ?? 0, 0);
      });
    });
    await seized;
    const asking = permit();
    const paying = [one.transact(pay("x"), asking), one.transact(pay("y"))];
    await vi.waitFor(() => expect(asking.used).toBeDefined());
    close();
    const rows = await Promise.all(paying);
    const open = await one.read((db) => findBatch(db, "current"));
    expect(open?.id).not.toBe(batch?.id);
    expect(rows.map(({ batch_id }) => batch_id)).toEqual([open?.id, open?.id]);
  });

  test("leave nothing of a payment that fails, and record those beside it", async () => {
    const failing = async (db: Db) => {
      await pay("fails", 7)(db);
      throw new Error("refused");
    };
    // Which no text of PostgreSQL may hold.
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

  test("draw no number ahead for a payment that is only answered with it", async () => {
    const ids: number[] = [];
    for (const kind of ["a", "b", "c"]) ids.push((await one.transact(pay(kind, 7))).id);
    expect(ids).toEqual([0, 1, 2].map((place) => (ids[0] ?? 0) + place));
  });

  test("tell in each event the number of its payment, from the first one on", async () => {
    const payAndTell = (kind: string) => async (db: Db) => {
      const row = await pay(kind, 7)(db);
      const event = { event_id: kind, event_type: "transaction.sale.success", body: `${row.id}` } as const;
      await insertEvent(db, { ...event, transaction_key: row.key, at: 0 });
      return row.id;
    };
    const ids: number[] = [];
    for (const round of [1, 2, 3])
      ids.push(
        ...(await Promise.all(["a", "b", "c"].map((kind) => one.transact(payAndTell(`${kind}${round}`))))),
      );
    const events = await one.read((db) => db.selectFrom("events").select(["event_id", "body"]).execute());
    const rows = await rowsOf(7);
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(new Map(events.map(({ event_id, body }) => [event_id, body]))).toEqual(
      new Map(rows.map(({ kind, id }) => [kind, `${id}`])),
    );
  });

  test("make as many payments as a limit allows between them, each counted once", async () => {
    const permits = Array.from({ length: 400 }, () => permit());
    const answers = await Promise.allSettled(
      permits.map((asking, place) => (place % 2 ? one : other).transact(pay(`kind ${place}`, 7), asking)),
    );
    expect((await rowsOf(7)).length).toBe(150);
    expect(answers.map(({ status }) => status === "fulfilled")).toEqual(
      permits.map(({ used }) => used?.allowed),
    );
    const places = permits.flatMap(({ used }) => (used?.allowed ? [used.day] : [])).sort((a, b) => a - b);
    expect(places).toEqual(Array.from({ length: 150 }, (_, at) => at + 1));
    expect(answers.find(({ status }) => status === "rejected")).toEqual({
      status: "rejected",
      reason: new Refusal("rateLimit"),
    });
  });

  test("count a payment once that needs a transaction of its own, and run none beyond the limit", async () => {
    const limits = { minute: 1_000_000, day: 3 };
    const runs: string[] = [];
    const payAlone = (kind: string) => async (db: Db) => {
      const { rows } = await sql`select 1`.execute(db);
      runs.push(kind);
      return [rows.length, await pay(kind, 7)(db)];
    };
    const permits = ["a", "b", "c", "d", "e"].map((kind) => ({ kind, asking: permit(limits) }));
    await Promise.allSettled([
      // The second is found to be the first one only when it is recorded.
      one.transact(pay("a", 7), permits[0]?.asking),
      other.transact(pay("a", 7), permits[1]?.asking),
      ...permits.slice(2).map(({ kind, asking }) => one.transact(payAlone(kind), asking)),
    ]);
    const used = permits.map(({ asking }) => asking.used);
    expect(used.map((known) => known?.day).sort()).toEqual([1, 2, 3, 3, 3]);
    expect(runs.length).toBe(used.slice(2).filter((known) => known?.allowed).length);
  });

  test("count callers apart whose payments are recorded together", async () => {
    const limits = { minute: 1_000_000, day: 2 };
    const permits = Array.from({ length: 9 }, (_, place): Permit => ({ scope: `v2 ${place % 3}`, limits }));
    await Promise.allSettled(permits.map((asking, place) => one.transact(pay(`kind ${place}`, 7), asking)));
    expect(permits.map(({ used }) => used)).toEqual(
      [1, 2, 2].flatMap((day, round) => [0, 1, 2].map(() => ({ allowed: round < 2, minute: day, day }))),
    );
  });
});

function pay(kind: string, amount = 1, details = {}) {
  return async (db: Db) => {
    const earlier = await findDuplicate(db, kind, 0);
    if (earlier) return earlier;
    const batch = await enterOpenBatch(db, Date.now(), 24);
    const ordinal = await nextOrdinal(db, batch.id);
    return await insertTransaction(db, {
      ...sale,
      amount,
      details,
      batch_id: batch.id,
      ordinal,
      duplicate_of_kind: kind,
    });
  };
}

const sale: NewTransaction = { ...cardSale, amount: 0 };
