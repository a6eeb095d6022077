import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { readBatchSync } from "./batch-sync.ts";
import { listBatchTransactions } from "./batch-transactions.ts";
import { listBatches, readBatch } from "./batches.ts";
import { beginSync, takeNextPage } from "./sync.ts";
import { readTransaction } from "./transactions.ts";

/** A gateway with one closed batch of 2,500 sales of 1.00 to 25.00, every tenth voided, and an open one. */
const size = 2500;
const asked: string[] = [];
let limitTold = "1 of 45/min; 1 of 5000/day";
let isDown = false;
let isUnnamedListed = false;
let isListDown = false;
let areTotalsDown = false;
let isOpenDown = false;
let server: Server;
let openSales: object[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://gateway");
    const path = url.pathname.replace("/api/v2", "");
    asked.push(path + url.search);
    response.setHeader("X-Rate-Limit", limitTold);
    if (isDown || (isListDown && path === "/batches") || (areTotalsDown && path === "/batches/mixed")) {
      response.statusCode = 503;
      response.end("Service Unavailable");
      return;
    }
    if (isOpenDown && path === "/batches/open/transactions") {
      response.statusCode = 401;
      response.end(JSON.stringify({ error: "Access Denied", errorcode: 156 }));
      return;
    }
    if (path === "/transactions/unknown") {
      response.statusCode = 404;
      response.end(JSON.stringify({ error: "Unable to locate the requested object.", errorcode: 47 }));
      return;
    }
    response.end(JSON.stringify(answerTo(path, url.searchParams)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  process.env.GATEWAY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`;
  process.env.GATEWAY_API_KEY = "test-key";
  process.env.GATEWAY_API_PIN = "test-pin";
  process.env.AUTH_SECRET = "a".repeat(40);
});
afterAll(() => server.close());

function answerTo(path: string, query: URLSearchParams): unknown {
  if (path === "/batches/closed")
    return { type: "batch", key: "closed", status: "closed", sequence: "7", total_count: size };
  if (path === "/batches/current")
    return { type: "batch", key: "open", status: "open", sequence: "8", total_count: openSales.length };
  if (path === "/batches/unnamed")
    return { type: "batch", key: "unnamed", status: "open", batchrefnum: 410002, total_count: 1 };
  if (path === "/batches/mixed") return { type: "batch", key: "mixed", status: "closed", total_count: 3 };
  if (path === "/batches/mixed/transactions")
    return {
      type: "list",
      total: 3,
      data: [sale(1), { ...sale(2), currency: "978" }, { ...sale(3), currency: 392 }],
    };
  if (path === "/batches") {
    const closed = { type: "batch", key: "closed", sequence: "7", opened: "2026-11-19 07:54:00" };
    const batches = query.has("openedge") ? [closed, { ...closed, key: "mixed", sequence: "6" }] : [closed];
    const open = isUnnamedListed ? [{ type: "batch", key: "unnamed", sequence: "2" }] : [];
    return { type: "list", total: 1, limit: 20, offset: 0, data: [...open, ...batches] };
  }
  if (path === "/batches/open/transactions")
    return { type: "list", total: openSales.length, data: openSales };
  if (path === "/batches/closed/transactions") {
    const limit = Number(query.get("limit") ?? 20);
    const offset = Number(query.get("offset") ?? 0);
    const places = Array.from({ length: Math.max(0, Math.min(limit, size - offset)) }, (_, i) => i + offset);
    return { type: "list", limit, offset, total: size, data: places.map((place) => sale(size - place)) };
  }
  return sale(Number(path.split("/").at(-1)?.replace("k", "")));
}

/** `ordinal`: 1 is the oldest. */
function sale(ordinal: number) {
  return {
    type: "transaction",
    key: `k${ordinal}`,
    refnum: String(3_000_000_000 + ordinal),
    trantype_code: ordinal % 10 === 0 ? "V" : "S",
    status_code: "S",
    result_code: "A",
    amount: `${(ordinal % 25) + 1}.00`,
    batch: { type: "batch", key: "closed" },
  };
}

async function walkToTheEnd(): Promise<void> {
  for (let page = 0; page < 50 && (await readBatchSync("closed")).kind === "syncing"; page += 1)
    await takeNextPage(Date.now() + page * 60_000);
}

describeStores("the gateway cache", (open, onSqlite) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    useStore(store.db);
    asked.length = 0;
    limitTold = "1 of 45/min; 1 of 5000/day";
    isDown = false;
    isListDown = false;
    isUnnamedListed = false;
    openSales = [sale(1), sale(2), sale(3)];
  });

  test("reads a closed batch once ever, and its pages and sums cost nothing after that", async () => {
    await readBatch("closed");
    expect(await readBatchSync("closed")).toMatchObject({ kind: "syncing", read: 0 });
    await walkToTheEnd();
    const cost = asked.length;
    expect(asked.filter((path) => path.includes("/transactions"))).toHaveLength(3);

    const sync = await readBatchSync("closed");
    const all = Array.from({ length: size }, (_, i) => sale(i + 1));
    const cents = (kind: string) =>
      all
        .filter((one) => one.trantype_code === kind)
        .reduce((sum, one) => sum + Number.parseInt(one.amount, 10) * 100, 0);
    expect(sync).toMatchObject({
      kind: "done",
      total: size,
      sums: [
        {
          currency: "USD",
          sales: { cents: cents("S"), count: 2250 },
          voids: { cents: cents("V"), count: 250 },
        },
      ],
    });
    const page = await listBatchTransactions("closed", { limit: 50, offset: 2400 });
    expect(page.kind === "found" && page.value.data.map(({ key }) => key)).toEqual(
      Array.from({ length: 50 }, (_, i) => `k${100 - i}`),
    );
    await readBatch("closed");
    expect(asked).toHaveLength(cost);
  });

  test("goes on where it was when a process dies in the middle, and two processes read no page twice", async () => {
    await readBatch("closed");
    await readBatchSync("closed");
    await takeNextPage();
    // Another process, which knows nothing but the store.
    useStore(store.another());
    expect(await readBatchSync("closed")).toMatchObject({ kind: "syncing", read: 1000, total: size });
    await Promise.all([takeNextPage(), takeNextPage(), takeNextPage()]);
    await walkToTheEnd();
    expect(await readBatchSync("closed")).toMatchObject({ kind: "done", total: size });
    const pages = asked.filter((path) => path.includes("/transactions"));
    expect(new Set(pages).size).toBe(pages.length);
    const { rows } = await db()
      .selectFrom("cached_transactions")
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    expect(rows).toBe(size);
  });

  test("waits while the shared limit is needed by people, and says so", async () => {
    await readBatch("closed");
    await readBatchSync("closed");
    limitTold = "40 of 45/min; 40 of 5000/day";
    await readTransaction("k1", { fresh: true });
    const before = asked.length;
    expect(await takeNextPage()).toBe(false);
    expect(asked).toHaveLength(before);
    expect(await readBatchSync("closed")).toMatchObject({
      kind: "syncing",
      read: 0,
      waits: expect.any(String),
    });
  });

  test("sums a batch of several currencies by each of them", async () => {
    await readBatch("mixed");
    await readBatchSync("mixed");
    await takeNextPage();
    const sync = await readBatchSync("mixed");
    expect(sync.kind === "done" && sync.sums?.map(({ currency, total }) => [currency, total])).toEqual([
      ["USD", { cents: 200, count: 1 }],
      ["EUR", { cents: 300, count: 1 }],
      ["JPY", { cents: 400, count: 1 }],
    ]);
  });

  onSqlite(
    "a batch of several currencies comes with a sum for each, and with none that adds them",
    async () => {
      await readBatch("mixed");
      await readBatchSync("mixed");
      await takeNextPage();
      const several = [
        { currency: "USD", total: { cents: 200, count: 1 } },
        { currency: "EUR", total: { cents: 300, count: 1 } },
        { currency: "JPY", total: { cents: 400, count: 1 } },
      ];
      const currencies = { kind: "several", sums: several };
      expect(await readBatch("mixed")).toMatchObject({ value: { currencies } });
      const listed = await listBatches({ openedFrom: "2026-11-01" });
      // The other one may hold such payments too: nothing is said before its transactions are read.
      expect(listed).toMatchObject({
        value: {
          complete: false,
          batches: [
            { key: "closed", currencies: { kind: "unread" } },
            { key: "mixed", currencies },
          ],
        },
      });
      await walkToTheEnd();
      const again = await listBatches({ openedFrom: "2026-11-01" });
      expect(again).toMatchObject({
        value: { complete: true, batches: [{ key: "closed" }, { key: "mixed" }] },
      });
      expect(again.kind === "found" && again.value.batches[0]).not.toHaveProperty("currencies");
    },
  );

  test("an open batch whose payments are refused says why, and is read once they are given", async () => {
    await beginSync("batch", "mixed");
    while (await takeNextPage());
    isOpenDown = true;
    const refused = await readBatch("current");
    expect(refused).toMatchObject({
      value: { currencies: { kind: "unread", why: expect.stringContaining("Access Denied") } },
    });
    isOpenDown = false;
    const read = await readBatch("current");
    expect(read.kind === "found" && read.value.currencies?.kind).not.toBe("unread");
  });

  onSqlite(
    "a batch whose totals can't be read is listed with the sums of its transactions, once all are read",
    async () => {
      await beginSync("batch", "mixed");
      while (await takeNextPage());
      areTotalsDown = true;
      const listed = await listBatches({ openedFrom: "2026-11-01" });
      areTotalsDown = false;
      expect(listed).toMatchObject({
        value: {
          complete: false,
          batches: [
            { key: "closed" },
            {
              key: "mixed",
              currencies: {
                sums: [
                  { currency: "USD", total: { cents: 200, count: 1 } },
                  { currency: "EUR", total: { cents: 300, count: 1 } },
                  { currency: "JPY", total: { cents: 400, count: 1 } },
                ],
              },
            },
          ],
        },
      });
    },
  );

  onSqlite(
    "totals are marked as assumed until the batch is read in full, while no other currency was seen",
    async () => {
      const assumed = { value: { key: "closed", isCurrencyAssumed: true } };
      expect(await readBatch("current")).toMatchObject({ value: { key: "open", isCurrencyAssumed: true } });
      expect(await readBatch("closed")).toMatchObject(assumed);
      expect(await listBatches({})).toMatchObject({
        value: { complete: true, batches: [{ key: "closed", isCurrencyAssumed: true }] },
      });
      // It costs no request: nothing is read for it.
      expect(asked.filter((path) => path.includes("/transactions"))).toEqual([]);
      await walkToTheEnd();
      for (const key of ["closed", "current"]) {
        const read = await readBatch(key);
        expect(read.kind === "found" && read.value).not.toHaveProperty("isCurrencyAssumed");
      }
    },
  );

  test("reads the open batch for other currencies once for each change", async () => {
    const cost = () => asked.filter((path) => path.startsWith("/batches/open/transactions")).length;
    await readBatch("current");
    expect(cost()).toBe(0);
    openSales = [sale(1), { ...sale(2), currency: "978", batch: { type: "batch", key: "open" } }];
    await listBatchTransactions("open", { limit: 20, offset: 0 });
    const before = cost();
    const currencies = { kind: "several", sums: [{ currency: "USD" }, { currency: "EUR" }] };
    expect(await readBatch("current")).toMatchObject({ value: { currencies } });
    expect(await readBatch("current")).toMatchObject({ value: { currencies } });
    expect(cost()).toBe(before + 1);
  });

  test("gives the last reading with its age and the reason while the gateway is down, and nothing it never read", async () => {
    const page = { limit: 50, offset: 0 };
    const before = await Promise.all([
      listBatches({}),
      readBatch("open"),
      listBatchTransactions("open", page),
    ]);
    isDown = true;
    const after = await Promise.all([
      listBatches({}),
      readBatch("open"),
      listBatchTransactions("open", page),
    ]);
    for (const [place, reading] of after.entries())
      expect(reading).toEqual({ ...before[place], stale: "The gateway isn't responding right now." });
    expect(await listBatches({ openedFrom: "2026-11-01" })).toMatchObject({ kind: "unavailable" });
    isDown = false;
    expect(await listBatches({})).not.toHaveProperty("stale");
  });

  onSqlite("a page that a person reads is not read again by the sync", async () => {
    await readBatch("closed");
    await listBatchTransactions("closed", { limit: 1000, offset: 0 });
    expect(await readBatchSync("closed")).toMatchObject({ read: 1000 });
    const before = asked.length;
    await listBatchTransactions("closed", { limit: 50, offset: 0 });
    expect(asked).toHaveLength(before);
  });

  test("a settled payment is read once, until something is done to it or a user refreshes", async () => {
    await readTransaction("k9");
    const again = await readTransaction("k9");
    const byRefnum = await readTransaction("3000000009");
    expect(again).toMatchObject({ kind: "found", value: { key: "k9", amount: "10.00" } });
    expect(byRefnum).toMatchObject({ kind: "found", value: { key: "k9" } });
    expect(asked).toHaveLength(1);
    await readTransaction("k9", { fresh: true });
    expect(asked).toHaveLength(2);
    await db().insertInto("attempts").values(refundOf("k9")).execute();
    await readTransaction("k9");
    expect(asked).toHaveLength(3);
  });

  test("a page that asks again within two seconds costs one request, until something is done to the payment", async () => {
    const recent = { fresh: "recent" } as const;
    for (let count = 0; count < 5; count += 1)
      expect(await readTransaction("k9", recent)).toMatchObject({ kind: "found", value: { key: "k9" } });
    expect(asked).toHaveLength(1);
    await db().insertInto("attempts").values(refundOf("k9")).execute();
    await readTransaction("k9", recent);
    expect(asked).toHaveLength(2);
  });

  test("a page that asks again after two seconds asks the gateway", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      await readTransaction("k9", { fresh: "recent" });
      vi.setSystemTime(Date.now() + 2001);
      await readTransaction("k9", { fresh: "recent" });
      expect(asked).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test("an open batch that was just read is in the list without another request", async () => {
    isUnnamedListed = true;
    await readBatch("unnamed");
    asked.length = 0;
    expect(await listBatches({})).toMatchObject({
      value: { batches: [{ key: "unnamed", total_count: 1 }, { key: "closed" }] },
    });
    expect(asked).not.toContain("/batches/unnamed");
  });

  test("a payment that was just taken here opens with the gateway's answer to it while the gateway can't be read", async () => {
    const attempt = { ...refundOf("k3"), id: "a payment", state: "answered", transaction_key: "k3" } as const;
    const answer = JSON.stringify({ ...sale(3), status_code: "P", batch: undefined });
    await db()
      .insertInto("attempts")
      .values({ ...attempt, original_key: null, answer, outcome_at: 5000 })
      .execute();
    isDown = true;
    const stale = "The gateway isn't responding right now.";
    expect(await readTransaction("k3", { fresh: "preferred" })).toMatchObject({
      ...{ kind: "found", value: { key: "k3", status_code: "P" }, readAt: 5000, stale },
    });
    expect(await readTransaction("k3", { fresh: true })).toMatchObject({ kind: "unavailable" });
    isDown = false;
    expect(await readTransaction("k3", { fresh: "preferred" })).toMatchObject({
      value: { status_code: "S" },
    });
  });

  test("a key that the gateway doesn't know is asked for once in five seconds, also by a payment", async () => {
    const missing = { kind: "missing" };
    for (const fresh of [false, "preferred", "recent", true] as const)
      expect(await readTransaction("unknown", { fresh })).toMatchObject(missing);
    expect(asked).toHaveLength(1);
  });

  test("asks the list for a batch's number until it is known, and then never again", async () => {
    const lists = () => asked.filter((path) => path.startsWith("/batches?") || path === "/batches").length;
    isUnnamedListed = true;
    isListDown = true;
    expect(await readSequence("unnamed")).toBeUndefined();
    expect(await readSequence("unnamed")).toBeUndefined();
    isListDown = false;
    expect(await readSequence("unnamed")).toBe("2");
    const before = lists();
    expect(await readSequence("unnamed")).toBe("2");
    expect(lists()).toBe(before);
  });

  test("all workstations share one reading of the open batch until one of them moves money", async () => {
    await readBatch("current");
    const cost = asked.length;
    await readBatch("current");
    expect(asked).toHaveLength(cost);
    await db()
      .insertInto("attempts")
      .values({ ...refundOf("k1"), state: "answered", outcome_at: Date.now() + 1 })
      .execute();
    await readBatch("current");
    expect(asked.length).toBeGreaterThan(cost);
  });
});

async function readSequence(key: string): Promise<string | undefined> {
  const reading = await readBatch(key);
  return reading.kind === "found" ? reading.value.sequence : undefined;
}

function refundOf(originalKey: string) {
  return {
    id: crypto.randomUUID(),
    reference: crypto.randomUUID(),
    process_id: "p",
    user_id: "u",
    user_name: "Rosa",
    command: "refund" as const,
    tender: "card" as const,
    payer: "Visa ending 2224",
    original_key: originalKey,
    digest: "d",
    request: "{}",
    state: "sent" as const,
    prepared_at: Date.now(),
    lookups: 0,
  };
}
