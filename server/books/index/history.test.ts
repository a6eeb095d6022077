import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#lib/time.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { db } from "#server/db/db.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { putFirst, takeNextPage } from "#server/gateway-cache/sync.ts";
import { readCoverage } from "./coverage.ts";
import { readHistory } from "./history.ts";

/** A gateway with an open batch and closed ones, one a day, each with a hundredth sale fewer than its number. */
let server: Server;
let closedCount = 0;
const asked: string[] = [];
let isDown = false;
let openSales = 2;

const day = (n: number) => new Date(Date.UTC(2026, 10, 20) - n * DAY_MS).toISOString().slice(0, 10);

function answerTo(path: string, query: URLSearchParams): unknown {
  const [limit, offset] = [Number(query.get("limit") ?? 20), Number(query.get("offset") ?? 0)];
  if (path === "/batches") {
    const closed = Array.from({ length: closedCount }, (_, n) => ({
      type: "batch",
      key: `b${closedCount - n}`,
      sequence: String(closedCount - n),
      opened: `${day(n + 1)} 08:00:00`,
      closed: `${day(n + 1)} 20:00:00`,
    }));
    const all = [{ type: "batch", key: "open", sequence: "999", opened: `${day(0)} 08:00:00` }, ...closed];
    return { type: "list", limit, offset, total: all.length, data: all.slice(offset, offset + limit) };
  }
  const key = path.split("/")[2] ?? "";
  if (key === "current" && openSales === 0) return undefined;
  const count = key === "current" ? openSales : 2;
  const all = Array.from({ length: count }, (_, n) => ({
    type: "transaction",
    key: `${key}-${count - n}`,
    created:
      key === "current" ? `${day(0)} 09:00:00` : `${day(closedCount + 1 - Number(key.slice(1)))} 09:00:00`,
    trantype_code: "S",
    result_code: "A",
    status_code: key === "current" ? "P" : "S",
    amount: "1.00",
    creditcard: { number: "4xxxxxxxxxxx1111", type: "V" },
  }));
  return { type: "list", limit, offset, total: count, data: all.slice(offset, offset + limit) };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://gateway");
    const path = url.pathname.replace("/api/v2", "");
    asked.push(`${path}?${url.searchParams.get("offset") ?? 0}`);
    response.setHeader("X-Rate-Limit", "1 of 45/min; 1 of 5000/day");
    const answer = answerTo(path, url.searchParams);
    if (answer === undefined) response.statusCode = 404;
    if (isDown) response.statusCode = 503;
    response.end(isDown ? "" : JSON.stringify(answer ?? { error: "Not found", errorcode: 20 }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  process.env.GATEWAY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`;
  process.env.GATEWAY_API_KEY = "test-key";
  process.env.GATEWAY_API_PIN = "test-pin";
  process.env.AUTH_SECRET = "a".repeat(40);
});
afterAll(() => server.close());

describeStores("the history", (open, onSqlite) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    useStore(store.db);
    asked.length = 0;
    closedCount = 3;
    openSales = 2;
    isDown = false;
  });

  const now = Date.parse("2026-11-20T18:00:00Z");
  const readAll = async (at: number) => {
    while (await readHistory(at));
    while (await takeNextPage(at + 1000));
  };
  const count = async () => (await db().selectFrom("indexed_transactions").select("id").execute()).length;

  test("reads every closed batch and the open one, newest first, and says how far it is", async () => {
    expect(await readCoverage()).toMatchObject({ isOn: true, isComplete: false, readBatches: 0 });
    await readHistory(now);
    expect(await readCoverage()).toMatchObject({
      isComplete: false,
      readBatches: 0,
      batches: 3,
      months: [{ month: "2026-11", batches: 3, readBatches: 0 }],
    });
    await readAll(now);
    expect(asked.filter((path) => path.startsWith("/batches/b"))).toEqual(
      ["b3", "b2", "b1"].map((key) => `/batches/${key}/transactions?0`),
    );
    expect(await count()).toBe(8);
    expect(await readCoverage()).toMatchObject({
      isComplete: true,
      readBatches: 3,
      batches: 3,
      openReadAt: now,
      wholeFrom: Date.parse("2026-11-17T08:00:00-08:00"),
    });
  });

  test("says that no batch is open once it finds none, or once the open one was closed here", async () => {
    await readAll(now);
    expect(await readCoverage()).toMatchObject({ openReadAt: now, hasOpenBatch: true });
    await db()
      .insertInto("batch_closes")
      .values({ batch_key: "open", user_id: "m", user_name: "Ida", asked_at: now + 1000, state: "closed" })
      .execute();
    expect(await readCoverage()).toMatchObject({ hasOpenBatch: false, isComplete: false, batches: 4 });
    await readAll(now + 3_600_000);
    expect(await readCoverage()).toMatchObject({ hasOpenBatch: true });
    openSales = 0;
    await readAll(now + 7_200_000);
    expect(await readCoverage()).toMatchObject({ hasOpenBatch: false });
  });

  test("counts the bulk files sent from here until their results are read in full", async () => {
    await db()
      .insertInto("bulk_files")
      .values([
        fileRow({ state: "sent", bulk_key: "g1" }),
        fileRow({ state: "unknown" }),
        fileRow({ state: "waiting" }),
      ])
      .execute();
    expect(await readCoverage()).toMatchObject({ unreadFiles: 2, hasOpenBatch: true });
    await db()
      .insertInto("batch_syncs")
      .values({ list_key: "g1", kind: "bulk", total: 10, read: 10, done_at: now, next_at: 0, waits: null })
      .execute();
    expect(await readCoverage()).toMatchObject({ unreadFiles: 1 });
  });

  onSqlite("reads a long list page by page and goes on after a restart", async () => {
    closedCount = 250;
    await readHistory(now);
    useStore(store.another());
    await readHistory(now);
    await readHistory(now);
    expect(asked).toEqual(["/batches?0", "/batches?100", "/batches?200"]);
    expect(await readCoverage()).toMatchObject({ batches: 250, readBatches: 0, isComplete: false });
  });

  test("reads batches that closed since, and no other a second time", async () => {
    await readAll(now);
    const before = asked.length;
    closedCount = 4;
    await readAll(now + 3_600_000);
    expect(asked.slice(before).filter((path) => path.startsWith("/batches/b"))).toEqual([
      "/batches/b4/transactions?0",
    ]);
    expect(await readCoverage()).toMatchObject({ isComplete: true, batches: 4, readBatches: 4 });
  });

  onSqlite("reads all pages of a large open batch, and again only after a while", async () => {
    openSales = 2500;
    await readAll(now);
    expect(asked.filter((path) => path.startsWith("/batches/current"))).toEqual(
      [0, 1000, 2000].map((offset) => `/batches/current/transactions?${offset}`),
    );
    const before = asked.length;
    await readHistory(now + 30_000);
    expect(asked).toHaveLength(before);
  });

  test("waits when the gateway is away, and loses nothing", async () => {
    isDown = true;
    expect(await readHistory(now)).toBe(false);
    isDown = false;
    await readAll(now);
    expect(await count()).toBe(8);
  });

  test("puts the batch a person looks at before those of the past", async () => {
    await readHistory(now);
    await putFirst("b1");
    await takeNextPage(now + 1000);
    expect(asked.at(-1)).toBe("/batches/b1/transactions?0");
  });
});
