import { beforeEach, expect, test } from "vitest";
import { until } from "#e2e/support/until.ts";
import { agreesWithBatch } from "#lib/bulk/bulk-results.ts";
import { DAY_MS, momentIn } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { takeNextPage } from "#server/gateway-cache/sync.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { digestsFor } from "#server/payments/card-data/secrets.ts";
import { requestListAgain } from "#server/payments/lookup/live-gateway.ts";
import { cancelFile } from "./approve-file.ts";
import { decideFile } from "./decide.ts";
import { findFile, listFiles } from "./files.ts";
import { readGroup, steerGroup } from "./groups.ts";
import { findKnown, recordRows } from "./known-rows.ts";
import { adoptSending, resolveFiles } from "./resolve.ts";
import { writeFailures } from "./results/failures.ts";
import { noteDifferences } from "./results/note-differences.ts";
import { listOwnBulkNotices } from "./results/own-notices.ts";
import { cacheReading, listSamples, maxSamples } from "./results/readings.ts";
import { readNewest, readResults } from "./results/results.ts";
import { tracer } from "./results/traces.ts";
import { followSent } from "./start-watching.ts";
import { fileRow } from "./test-file-row.ts";
import { sendFile } from "./upload/send.ts";

const gateway = new FakeGateway();
connectTo(gateway);

const found = async (key: string) => {
  const answer = await readGroup(key);
  if (answer.kind !== "found") throw new Error(`the group is ${answer.kind}`);
  return answer;
};
/** As if the reading had been made so long ago. */
const age = (ms: number) =>
  db()
    .updateTable("bulk_readings")
    .set((eb) => ({ read_at: eb("read_at", "-", ms) }))
    .execute();
const insert = async (change: Parameters<typeof fileRow>[0]) => {
  const row = fileRow(change);
  await db().insertInto("bulk_files").values(row).execute();
  return row;
};

/** A payment that was taken at one of our workstations. */
const insertAttempt = (transaction_key: string) =>
  db()
    .insertInto("attempts")
    .values({
      id: crypto.randomUUID(),
      reference: crypto.randomUUID(),
      process_id: "alive",
      user_id: "ada",
      user_name: "Ada Okafor",
      command: "sale",
      tender: "card",
      payer: "Visa ending 2224",
      digest: "d",
      request: "{}",
      state: "answered",
      prepared_at: Date.now(),
      transaction_key,
      lookups: 0,
    })
    .execute();

describeStores("watching bulk groups", (open, onSqlite) => {
  beforeEach(async () => {
    useStore((await open()).db);
    gateway.reset();
    Object.assign(gateway, { batch: false, openBatch: [], rateLimit: "1 of 45/min; 1 of 5000/day" });
  });

  onSqlite("costs one request however many workstations look, by the key or as the current one", async () => {
    gateway.showGroup("g1", "Running", 3);
    await found("current");
    await Promise.all([found("g1"), found("g1"), found("current")]);
    expect(gateway.bulkRequests).toEqual(["current"]);
    await age(60_000);
    await found("g1");
    expect(gateway.bulkRequests).toEqual(["current", "g1"]);
  });

  test("asks at once after a pause, and shows what the gateway says, not what was pressed", async () => {
    gateway.showGroup("g1", "Running", 3);
    await found("g1");
    expect(await steerGroup("pauseBulk", "g1", { id: "m1", name: "Tobias Lindqvist" })).toMatchObject({
      ok: true,
    });
    expect((await found("g1")).value.group).toMatchObject({ status: "Running" });
    gateway.showGroup("g1", "Paused", 4);
    await steerGroup("pauseBulk", "g1", { id: "m1", name: "Tobias Lindqvist" });
    expect((await found("g1")).value.group).toMatchObject({ status: "Paused", approved: 4 });
  });

  test("reads a file that was last seen running again at once when none runs any more", async () => {
    const file = await insert({ bulk_key: "g1" });
    gateway.showGroup("g1", "Running", 3);
    await found("current");
    expect((await findFile(file.id))?.group).toMatchObject({ status: "Running" });
    gateway.showGroup("g1", "Completed", 10);
    gateway.currentGroup = undefined;
    await age(60_000);
    expect(await readGroup("current")).toMatchObject({ kind: "missing" });
    expect((await findFile(file.id))?.group).toMatchObject({ status: "Completed", approved: 10 });
    await age(60_000);
    await readGroup("current");
    expect(gateway.bulkRequests).toEqual(["current", "current", "g1", "current"]);
  });

  test("keeps the last counts with the reason when the gateway cannot be asked", async () => {
    gateway.showGroup("g1", "Running", 3);
    const before = await found("g1");
    await age(60_000);
    gateway.down = true;
    const after = await found("g1");
    expect(after.value.group).toEqual(before.value.group);
    expect(after.readAt).toBe(before.readAt - 60_000);
    expect(after.value.waits).toMatch(/gateway/);
  });

  onSqlite(
    "leaves payments their share: the fewer requests are left, the longer a reading serves",
    async () => {
      gateway.showGroup("g1", "Running", 3);
      expect((await found("g1")).value.refetchIntervalMs).toBe(3000);
      gateway.rateLimit = "32 of 45/min; 40 of 5000/day";
      await age(60_000);
      expect((await found("g1")).value.refetchIntervalMs).toBe(30_000);
      await age(20_000);
      await found("g1");
      expect(gateway.bulkRequests).toHaveLength(2);
    },
  );

  test("asks for a completed group once, ever, and reads its rows automatically", async () => {
    const file = await insert({ bulk_key: "g1" });
    await db()
      .insertInto("bulk_rows")
      .values(
        Array.from({ length: 10 }, (_, i) => ({
          file_id: file.id,
          row: i + 2 + (i > 4 ? 3 : 0),
          digest: `d${i}`,
        })),
      )
      .execute();
    gateway.showGroup("g1", "Completed", 10);
    gateway.bulkResults = Array.from({ length: 10 }, (_, i) => ({
      key: `k${10 - i}`,
      line: 11 - i,
      result_code: i === 0 ? "D" : "A",
      trantype_code: i === 1 ? "C" : "S",
      amount: "12.50",
      batch: { key: "b1", sequence: "7" },
      ...(i === 0 && { error: "Card Declined" }),
    }));
    expect((await found("g1")).value).toMatchObject({
      refetchIntervalMs: undefined,
      results: { kind: "syncing" },
    });
    await takeNextPage();
    await age(3_600_000);
    const { results } = (await found("g1")).value;
    expect(gateway.bulkRequests.filter((path) => path === "g1")).toHaveLength(1);
    expect(results).toMatchObject({
      kind: "done",
      batches: [{ batchKey: "b1", count: 9, sums: [{ sales: { cents: 10_000 }, refunds: { cents: 1250 } }] }],
      outcomes: {
        approved: { count: 9, sums: [{ currency: "USD", cents: 11_250 }] },
        duplicates: { count: 0, sums: [] },
        declined: { count: 1, sums: [{ currency: "USD", cents: 1250 }] },
        errors: { count: 0, sums: [] },
        inPart: 0,
      },
    });
    const { results: declined } = await readResults("g1", "declined", { limit: 10, offset: 0 });
    expect(declined).toMatchObject([{ row: 14, transactionKey: "k10", error: "Card Declined" }]);
    const newest = await readNewest("g1");
    expect(newest.kind === "found" && newest.value[0]).toMatchObject({ position: 10, row: 14 });
  });

  const sale = (n: number, more: Record<string, unknown> = {}) => ({
    key: `k${n}`,
    line: n + 1,
    result_code: "A",
    is_duplicate: "N",
    trantype_code: "S",
    amount: "12.50",
    orderid: `order-${n}`,
    batch: { key: "b1", sequence: "7" },
    ...more,
  });
  /** A completed group whose results were read; two of its rows repeat the first. */
  const withDuplicates = async () => {
    await insert({ bulk_key: "g1", sent_at: Date.now() });
    gateway.showGroup("g1", "Completed", 10);
    const repeated = { ...sale(1), is_duplicate: "Y" };
    gateway.bulkResults = [...Array.from({ length: 8 }, (_, i) => sale(8 - i)), repeated, repeated];
    await found("g1");
    await takeNextPage();
  };

  test("counts a duplicate as a result of its own: in no sum, and in the file of what was not charged", async () => {
    await withDuplicates();
    const { results } = (await found("g1")).value;
    expect(results).toMatchObject({
      kind: "done",
      batches: [{ batchKey: "b1", count: 8, sums: [{ sales: { cents: 10_000 } }] }],
      outcomes: {
        approved: { count: 8, sums: [{ currency: "USD", cents: 10_000 }] },
        duplicates: { count: 2, sums: [{ currency: "USD", cents: 2500 }] },
        errors: { count: 0 },
      },
    });
    const page = { limit: 10, offset: 0 };
    expect((await readResults("g1", "approved", page)).total).toBe(8);
    const { results: rows } = await readResults("g1", "duplicates", page);
    expect(rows).toMatchObject([{ isDuplicate: true, transactionKey: "k1" }, { isDuplicate: true }]);
    const { files } = await listFiles({ limit: 10, offset: 0 });
    expect(files.find(({ bulkKey }) => bulkKey === "g1")?.duplicates).toBe(2);
    const csv = await new Response(writeFailures("g1")).text();
    expect(csv.trim().split("\n")).toHaveLength(3);
    expect(csv).toContain("Duplicate, not charged");
  });

  onSqlite("is compared with what its batches hold, and never called equal before", async () => {
    await withDuplicates();
    const batchOf = async () => {
      const { results } = (await found("g1")).value;
      if (results.kind !== "done" || !results.batches[0]) throw new Error("there is no batch");
      return { batch: results.batches[0], isComparing: results.isComparing };
    };
    // Until the batch can be read nothing is said.
    const before = await batchOf();
    expect(before).toMatchObject({ batch: { held: undefined } });
    expect(agreesWithBatch(before.batch)).toBeUndefined();
    const others = Array.from({ length: 3 }, (_, i) => sale(90 + i));
    await until(async () => (await batchOf()).batch.problem !== undefined, 5000);
    gateway.batches.set("b1", [...others, ...Array.from({ length: 8 }, (_, i) => sale(i + 1))]);
    await db().updateTable("bulk_comparisons").set({ compared_at: 0 }).execute();
    await until(async () => agreesWithBatch((await batchOf()).batch) === true, 5000);
    expect((await batchOf()).batch.held).toMatchObject({ sums: [{ sales: { count: 8, cents: 10_000 } }] });

    // One of them is voided, one adjusted, another is missing.
    gateway.batches.set("b1", [
      sale(1, { trantype_code: "V" }),
      sale(2, { amount: "13.50" }),
      ...Array.from({ length: 5 }, (_, i) => sale(i + 3)),
    ]);
    await db().updateTable("bulk_comparisons").set({ compared_at: 0 }).execute();
    await until(async () => agreesWithBatch((await batchOf()).batch) === false, 5000);
    expect((await batchOf()).batch.held).toMatchObject({
      sums: [{ sales: { count: 6, cents: 7600 }, voids: { count: 1 } }],
      missing: { count: 1, keys: ["k8"] },
      voided: { count: 1, keys: ["k1"] },
      changed: { count: 1, keys: ["k2"] },
    });
  });

  /** A completed group of ten sales, with as many results and payments in its closed batch. */
  const completed = async (results: number, inBatch: number) => {
    await insert({ bulk_key: "g1", sent_at: Date.now() });
    await db()
      .insertInto("cached_batches")
      .values({ key: "b1", batch: "{}", closed: 1, read_at: Date.now() })
      .execute();
    gateway.showGroup("g1", "Completed", 10);
    const sales = (count: number) => Array.from({ length: count }, (_, i) => sale(count - i));
    gateway.bulkResults = sales(results);
    gateway.batches.set("b1", sales(inBatch));
    await found("g1");
  };
  /** As the background does until nothing is left to read. */
  const noteAll = async () => {
    const start = Date.now();
    for (let minutes = 0; minutes < 6; minutes += 1) {
      await noteDifferences(start + minutes * 61_000);
      while (await takeNextPage());
      const isCompared = async () => (await comparisons()) !== undefined;
      const isNoted = async () => (await listOpenNotices()).length > 0;
      await until(async () => minutes < 3 || (await isCompared()) || (await isNoted()), 5000);
    }
  };
  const comparisons = () => db().selectFrom("bulk_comparisons").select("closed").executeTakeFirst();

  onSqlite("is noted under Attention when a row has no outcome", async () => {
    await completed(9, 9);
    await noteAll();
    expect(await listOpenNotices()).toMatchObject([
      {
        kind: "bulkDifference",
        fileName: "payments.csv",
        amountCents: 12_500,
        takenBy: "Ada Okafor",
        message: expect.stringContaining("1 row was sent and has no outcome."),
      },
    ]);
  });

  test("is noted under Attention when its closed batch lacks a payment", async () => {
    await completed(10, 9);
    await noteAll();
    const [notice, ...others] = await listOpenNotices();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ message: "Batch 7 doesn't list 1 of the 10 approved payments." });
    await noteAll();
    expect(await listOpenNotices()).toHaveLength(1);
  });

  onSqlite("is not noted when everything is there, and no open batch is read for it", async () => {
    await completed(10, 10);
    await noteAll();
    expect(await comparisons()).toEqual({ closed: 1 });
    expect(await listOpenNotices()).toEqual([]);
    await db().deleteFrom("bulk_comparisons").execute();
    await db().deleteFrom("cached_batches").execute();
    await db().deleteFrom("batch_syncs").where("list_key", "=", "b1").execute();
    await noteDifferences(Date.now() + 3_600_000);
    expect(await comparisons()).toBeUndefined();
  });

  onSqlite(
    "says why a batch could not be read, keeps what was compared before, and reads it again later",
    async () => {
      await withDuplicates();
      gateway.unreadable = "/batches/b1/transactions";
      const batchNow = async () => {
        const { results } = (await found("g1")).value;
        return results.kind === "done"
          ? { ...results.batches[0], isComparing: results.isComparing }
          : undefined;
      };
      await until(async () => (await batchNow())?.problem !== undefined, 5000);
      expect(await batchNow()).toMatchObject({
        isComparing: false,
        held: undefined,
        problem: expect.stringMatching(/^The gateway /),
      });
      gateway.unreadable = undefined;
      const again = () => db().updateTable("bulk_comparisons").set({ compared_at: 0 }).execute();
      gateway.batches.set(
        "b1",
        Array.from({ length: 8 }, (_, i) => sale(i + 1)),
      );
      await again();
      await until(async () => (await batchNow())?.held !== undefined, 5000);
      expect((await batchNow())?.problem).toBeUndefined();
      gateway.down = true;
      await again();
      await until(async () => (await batchNow())?.problem !== undefined, 5000);
      expect((await batchNow())?.held).toMatchObject({ missing: { count: 0 } });
    },
  );

  test("never adds different currencies, and shows each row in its own", async () => {
    await insert({ bulk_key: "g1" });
    gateway.showGroup("g1", "Completed", 10);
    const inEuros = { trantype_code: "C", currency: 978 };
    const rows = [sale(1), sale(2, { currency: "840" }), sale(3, inEuros), sale(4, inEuros)];
    const declined = sale(5, { result_code: "D", currency: "392", amount: undefined, auth_amount: "0.00" });
    gateway.bulkResults = [declined, ...rows.toReversed()];
    gateway.batches.set("b1", rows);
    await found("g1");
    await takeNextPage();
    const done = async () => {
      const { results } = (await found("g1")).value;
      return results.kind === "done" ? results : undefined;
    };
    await until(async () => (await done())?.batches.every((one) => agreesWithBatch(one)) === true, 5000);
    const sums = [
      { currency: "USD", total: { count: 2, cents: 2500 } },
      { currency: "EUR", total: { count: 2, cents: -2500 } },
    ];
    expect(await done()).toMatchObject({
      batches: [{ sums, held: { sums } }],
      outcomes: {
        approved: {
          count: 4,
          sums: expect.arrayContaining([
            { currency: "USD", cents: 2500 },
            { currency: "EUR", cents: 2500 },
          ]),
        },
        // What a declined row was for is not its authorized amount.
        declined: { count: 1, withoutAmount: 1 },
      },
    });
    const { results } = await readResults("g1", "all", { limit: 10, offset: 0 });
    expect(results.map(({ currency }) => currency)).toEqual([undefined, undefined, "978", "978", "392"]);
  });

  onSqlite(
    "of a closed batch is compared with the gateway cache, and the gateway is not asked again",
    async () => {
      await withDuplicates();
      const closed = { batch: "{}", closed: 1 as const, read_at: Date.now() };
      await db()
        .insertInto("cached_batches")
        .values({ key: "b1", ...closed })
        .execute();
      gateway.batches.set(
        "b1",
        Array.from({ length: 8 }, (_, i) => sale(8 - i)),
      );
      await until(async () => {
        await takeNextPage();
        const { results } = (await found("g1")).value;
        return results.kind === "done" && results.batches.every((one) => agreesWithBatch(one) === true);
      }, 5000);
      expect(await db().selectFrom("bulk_comparisons").select("closed").execute()).toEqual([{ closed: 1 }]);
    },
  );

  onSqlite("keeps how a group went on, and no more of it than a page can draw", async () => {
    const start = Date.now();
    const group = { bulk_key: "g1", status: "Running", transactions: 2000 };
    for (let i = 0; i < maxSamples + 60; i += 1)
      await cacheReading("g1", {
        group: { ...group, approved: i, remaining: 2000 - i },
        readAt: start + i * 2500,
      });
    const samples = await listSamples("g1");
    expect(samples.length).toBeLessThanOrEqual(maxSamples);
    expect(samples[0]).toEqual({ at: start, remaining: 2000, approved: 0, declined: 0, errors: 0 });
    const gaps = samples.slice(1).map(({ at }, place) => at - (samples[place]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5000);
  });

  test("watches a group that was sent from here to its end, without an open page", async () => {
    // The process remembers when it last tried a group.
    const key = `g-${crypto.randomUUID()}`;
    const file = await insert({ bulk_key: key });
    gateway.showGroup(key, "Running", 3);
    await followSent();
    await followSent();
    expect(gateway.bulkRequests).toEqual([key]);
    gateway.showGroup(key, "Completed", 10);
    await age(60_000);
    await followSent(Date.now() + 60_000);
    expect((await findFile(file.id))?.group).toMatchObject({ status: "Completed", approved: 10 });
    await followSent(Date.now() + 3_600_000);
    expect(gateway.bulkRequests).toEqual([key, key]);
  });
});

describeStores("a bulk file whose answer was lost", (open) => {
  beforeEach(async () => {
    useStore((await open()).db);
    gateway.reset();
    Object.assign(gateway, { batch: false, openBatch: [], rateLimit: "1 of 45/min; 1 of 5000/day" });
  });
  const lost = () => insert({ state: "unknown", next_lookup_at: 0 });

  test("is found by our reference in the name of the group that runs", async () => {
    const file = await lost();
    gateway.showGroup("g9", "Running", 2, `payments-${file.reference}.csv`);
    expect(await resolveFiles()).toBe(1);
    expect(await findFile(file.id)).toMatchObject({ state: "sent", bulkKey: "g9" });
  });

  test("is found without a request when any workstation has seen its group before", async () => {
    const file = await lost();
    gateway.showGroup("g9", "Running", 2, `payments-${file.reference}.csv`);
    await found("current");
    gateway.currentGroup = undefined;
    expect(await resolveFiles()).toBe(1);
    expect(gateway.bulkRequests).toEqual(["current"]);
    expect(await findFile(file.id)).toMatchObject({ state: "sent", bulkKey: "g9" });
  });

  const sale = (orderid: string, change: Record<string, unknown> = {}) => ({
    key: `key-${orderid}`,
    orderid,
    amount: "12.50",
    created: momentIn(env().gatewayTimeZone, Date.now()),
    ...change,
  });
  /** A file of ten rows, order-2 to order-11, as its sending notes them. */
  const lostWithOrders = async () => {
    const file = await lost();
    const traceOf = tracer((await digestsFor("bulk trace"))[0]);
    await recordRows(
      file.id,
      Array.from({ length: 10 }, (_, i) => ({
        row: i + 2,
        digest: "d",
        trace: traceOf({ orderid: `order-${i + 2}`, cents: 1250, payer: undefined }),
      })),
    );
    return file;
  };

  test("is found by its own references in a running group of as many rows that goes by another name", async () => {
    const file = await lostWithOrders();
    gateway.showGroup("g9", "Running", 3, "renamed.csv");
    gateway.bulkResults = ["order-4", "order-3", "order-2"].map((orderid) => sale(orderid));
    expect(await resolveFiles()).toBe(1);
    expect(await findFile(file.id)).toMatchObject({ state: "sent", bulkKey: "g9" });
  });

  test("is known to have arrived once three of its rows are among the transactions, and says so", async () => {
    const file = await lostWithOrders();
    gateway.transactions = [sale("order-9"), sale("x"), sale("order-3"), sale("order-5")];
    expect(await resolveFiles()).toBe(1);
    const found = await findFile(file.id);
    expect(found).toMatchObject({ state: "sent", bulkKey: undefined });
    expect(found?.problem).toContain("3 rows among the gateway's transactions");
  });

  test("stays unknown by fewer rows, older ones, other amounts, and the counter's own payments, and shows where it was looked for", async () => {
    const file = await lostWithOrders();
    await insertAttempt("key-order-6");
    gateway.transactions = [
      sale("order-2"),
      sale("order-3"),
      sale("order-3", { key: "again" }),
      sale("order-4", { created: "2020-01-01 10:00:00" }),
      sale("order-5", { amount: "12.51" }),
      sale("order-6"),
    ];
    expect(await resolveFiles()).toBe(0);
    expect(await findFile(file.id)).toMatchObject({
      state: "unknown",
      nextLookupAt: expect.any(Number),
      search: {
        lookups: 1,
        rows: [2, 3],
        places: [
          { place: "group", seen: "none runs", upTo: expect.any(Number) },
          { place: "transactions", seen: "2 rows of this file", upTo: expect.any(Number) },
        ],
      },
    });
  });

  /** A file of ten rows that name only card and amount: 0002 with 10.02, 0003 with 10.03 and so on, 0011 twice. */
  const lostWithCards = async () => {
    const file = await lost();
    const traceOf = tracer((await digestsFor("bulk trace"))[0]);
    const rows = [2, 3, 4, 5, 6, 7, 8, 9, 11, 11].map((n, i) => ({
      row: i + 2,
      digest: "d",
      trace: traceOf({ cents: 1000 + n, payer: String(n).padStart(4, "0") }),
    }));
    await recordRows(file.id, rows);
    return file;
  };
  const cardSale = (n: number, change: Record<string, unknown> = {}) =>
    sale("", {
      key: `card-${n}`,
      orderid: undefined,
      amount: `10.${String(n).padStart(2, "0")}`,
      creditcard: { number: `4xxxxxxxxxxx${String(n).padStart(4, "0")}` },
      ...change,
    });

  test("without references is known to have arrived once half of its cards and amounts are among the transactions", async () => {
    const file = await lostWithCards();
    gateway.transactions = [
      ...[2, 3, 4].map((n) => cardSale(n)),
      ...["a", "b", "c"].map((key) => cardSale(11, { key })),
      cardSale(5, { amount: "99.00" }),
    ];
    expect(await resolveFiles()).toBe(0);
    expect(await findFile(file.id)).toMatchObject({ state: "unknown", search: { rows: [2, 3, 4, 10] } });
    gateway.transactions.unshift(cardSale(6, { orderid: "the gateway's own" }));
    requestListAgain();
    expect(await resolveFiles(Date.now() + 3_600_000)).toBe(1);
    expect((await findFile(file.id))?.problem).toContain("5 rows among");
  });

  test("of two rows is known to have arrived by both", async () => {
    const file = await lost();
    const traceOf = tracer((await digestsFor("bulk trace"))[0]);
    const rows = [2, 3].map((n) => ({
      row: n,
      digest: "d",
      trace: traceOf({ cents: 1000 + n, payer: `000${n}` }),
    }));
    await recordRows(file.id, rows);
    gateway.transactions = [cardSale(2)];
    expect(await resolveFiles()).toBe(0);
    gateway.transactions = [cardSale(2), cardSale(3)];
    expect(await resolveFiles(Date.now() + 3_600_000)).toBe(1);
    expect((await findFile(file.id))?.state).toBe("sent");
  });

  test("stays unknown by rows that another file brought too", async () => {
    const file = await lostWithOrders();
    const other = await lostWithOrders();
    gateway.transactions = ["order-2", "order-3", "order-4"].map((orderid) => sale(orderid));
    expect(await resolveFiles()).toBe(0);
    for (const { id } of [file, other]) expect((await findFile(id))?.state).toBe("unknown");
  });

  test("is looked for in the open batch where the gateway lists no transactions", async () => {
    const file = await lostWithOrders();
    requestListAgain();
    gateway.lists = false;
    gateway.batch = true;
    gateway.openBatch = ["order-2", "order-3", "order-4"].map((orderid) => sale(orderid));
    expect(await resolveFiles()).toBe(1);
    requestListAgain();
    expect((await findFile(file.id))?.state).toBe("sent");
  });

  test("stays unknown as long as nothing shows, even while another group runs", async () => {
    const file = await lost();
    gateway.showGroup("g9", "Running", 2, "payments-AAAA-BBBB.csv");
    for (let day = 0; day < 3; day += 1) await resolveFiles(Date.now() + day * DAY_MS);
    gateway.currentGroup = undefined;
    await resolveFiles(Date.now() + 9 * DAY_MS);
    expect((await findFile(file.id))?.state).toBe("unknown");
  });

  test("is unknown only when the process that sent it died after its end may have left, or that was never recorded", async () => {
    const sending = (process_id: string, end_sent: 0 | 1 | null) =>
      insert({ state: "sending", process_id, end_sent });
    const stateOf = async ({ id }: { id: string }) => (await findFile(id))?.state;
    const [before, after, unnoted] = [
      await sending("dead", 0),
      await sending("dead", 1),
      await sending("dead", null),
    ];
    const alive = await sending("alive", 1);
    await adoptSending(["alive"]);
    expect(await Promise.all([before, after, unnoted, alive].map(stateOf))).toEqual([
      "unsent",
      "unknown",
      "unknown",
      "sending",
    ]);
    expect((await findFile(before.id))?.problem).toContain("None of it is running");
  });

  test("is settled by a manager with a reason, and a key they name has to be a group", async () => {
    const file = await lost();
    const decision = { id: file.id, arrived: true, reason: "Seen at the gateway's own page." };
    const wrong = await decideFile({ name: "Ben Alvarez" }, { ...decision, bulkKey: "g9" });
    expect(wrong).toMatchObject({ ok: false, problem: { fields: { bulkKey: expect.any(String) } } });
    gateway.showGroup("g9", "Running", 2);
    expect(await decideFile({ name: "Ben Alvarez" }, { ...decision, bulkKey: "g9" })).toMatchObject({
      ok: true,
      value: { state: "sent", bulkKey: "g9", problem: expect.stringContaining("Ben Alvarez decided") },
    });
    expect(await decideFile({ name: "Ada Okafor" }, { ...decision, arrived: false })).toMatchObject({
      ok: false,
    });
    const other = await lost();
    await decideFile({ name: "Ben Alvarez" }, { ...decision, id: other.id, arrived: false });
    expect((await findFile(other.id))?.state).toBe("unsent");
  });

  const decidedToHaveArrived = async () => {
    const file = await lost();
    await decideFile({ name: "Ben Alvarez" }, { id: file.id, arrived: true, reason: "The gateway's page." });
    expect(await findFile(file.id)).toMatchObject({
      state: "sent",
      bulkKey: undefined,
      nextLookupAt: expect.any(Number),
    });
    return file;
  };

  test("decided to have arrived without a key, it can be watched once a lookup finds its group", async () => {
    const file = await decidedToHaveArrived();
    gateway.showGroup("g11", "Running", 10, `payments-${file.reference}.csv`);
    expect(await resolveFiles()).toBe(1);
    const found = await findFile(file.id);
    expect(found).toMatchObject({ state: "sent", bulkKey: "g11", nextLookupAt: undefined });
    expect(found?.problem).toMatch(/^Ben Alvarez decided that the file arrived: .* Found by file number/);
    expect(await listOpenNotices()).toEqual([]);
    const other = { id: file.id, arrived: false, reason: "It never came." };
    expect(await decideFile({ name: "Ada Okafor" }, other)).toMatchObject({ ok: false });
  });

  test("decided to have arrived, the decision can be changed until its group is found", async () => {
    const file = await decidedToHaveArrived();
    expect(
      await decideFile({ name: "Ada Okafor" }, { id: file.id, arrived: false, reason: "Another file's." }),
    ).toMatchObject({
      ok: true,
      value: { state: "unsent", problem: expect.stringContaining("Ada Okafor decided") },
    });
  });

  const ben = { id: "ben", name: "Ben Alvarez", role: "manager" as const };
  const decideMissing = (id: string) =>
    decideFile(ben, { id, arrived: false, reason: "Not on the gateway's page" });
  const expectFoundAfterAll = async (id: string) => {
    const found = await findFile(id);
    expect(found?.state).toBe("sent");
    expect(found?.problem).toContain(
      "Ben Alvarez decided that the file did not arrive: Not on the gateway's page. But the gateway has it. Found by",
    );
    expect(await listOpenNotices()).toMatchObject([
      {
        kind: "bulkContradiction",
        fileId: id,
        fileName: "payments.csv",
        rows: 10,
        amountCents: 12_500,
        recorded: { by: "Ben Alvarez", at: expect.any(Number) },
        message: expect.stringMatching(/^Found by/),
      },
    ]);
    expect(await listOwnBulkNotices("ada")).toMatchObject([{ fileId: id }]);
    expect(await listOwnBulkNotices("ben")).toEqual([]);
  };

  test("leaves its rows known after that decision and a withdrawal, and is never sent again without a new approval", async () => {
    const file = await lost();
    const unkeyed = "e".repeat(32);
    const digest = (await digestsFor("bulk row"))[0](unkeyed);
    await recordRows(file.id, [{ row: 2, digest, trace: undefined }]);
    await decideMissing(file.id);
    const request = new Request("http://console/send", { method: "POST" });
    expect(await sendFile({ id: "ada", name: "Ada Okafor" }, file.id, request)).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("for a new approval") },
    });
    expect((await findFile(file.id))?.state).toBe("unsent");
    for (const isWithdrawn of [false, true]) {
      if (isWithdrawn) await cancelFile(ben, { id: file.id });
      expect(await findKnown([unkeyed])).toMatchObject([{ row: 2, fileName: "payments.csv" }]);
    }
  });

  test("is looked for after a decision that it did not arrive, and found by the name of its group", async () => {
    const file = await lost();
    await decideMissing(file.id);
    expect(await resolveFiles()).toBe(0);
    expect(await listOpenNotices()).toEqual([]);
    gateway.showGroup("g9", "Running", 2, `payments-${file.reference}.csv`);
    expect(await resolveFiles(Date.now() + 60_000)).toBe(1);
    await expectFoundAfterAll(file.id);
    expect(await resolveFiles(Date.now() + 3_600_000)).toBe(0);
  });

  test("is found by its own references although it was withdrawn after that decision", async () => {
    const file = await lostWithOrders();
    await decideMissing(file.id);
    expect(await cancelFile(ben, { id: file.id })).toMatchObject({ ok: true });
    expect((await findFile(file.id))?.problem).toMatch(/did not arrive: .*\. Withdrawn by Ben Alvarez\.$/);
    gateway.transactions = ["order-9", "order-3", "order-5"].map((orderid) => sale(orderid));
    expect(await resolveFiles()).toBe(1);
    await expectFoundAfterAll(file.id);
  });

  test.each([undefined, false, true])(
    "is watched after it was found by its rows, once a manager names its group (decided before: %s)",
    async (arrived) => {
      const file = await lostWithOrders();
      if (arrived !== undefined) await decideFile(ben, { id: file.id, arrived, reason: "As I have seen." });
      gateway.transactions = ["order-9", "order-3", "order-5"].map((orderid) => sale(orderid));
      expect(await resolveFiles()).toBe(1);
      const naming = { id: file.id, arrived: true, reason: "It is on the portal." };
      for (const refused of [naming, { ...naming, arrived: false }, { ...naming, bulkKey: "g7" }])
        expect(await decideFile(ben, refused)).toMatchObject({ ok: false });
      gateway.showGroup("g7", "Running", 3);
      const named = await decideFile(ben, { ...naming, bulkKey: "g7" });
      expect(named).toMatchObject({ ok: true, value: { state: "sent", bulkKey: "g7" } });
      const problem = named.ok ? named.value.problem : "";
      expect(problem).toMatch(/Found by its rows: .* Ben Alvarez named its group g7: It is on the portal\.$/);
      expect(problem?.includes("But the gateway has it.")).toBe(arrived === false);
      expect((await found(file.id)).value.group).toMatchObject({ bulk_key: "g7" });
    },
  );

  test("is no longer looked for a week after that decision", async () => {
    const file = await lost();
    await decideMissing(file.id);
    await resolveFiles(Date.now() + 6 * DAY_MS);
    expect((await findFile(file.id))?.nextLookupAt).toEqual(expect.any(Number));
    await resolveFiles(Date.now() + 8 * DAY_MS);
    expect((await findFile(file.id))?.nextLookupAt).toBeUndefined();
  });
});
