import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import type { Store } from "../context.ts";
import { openStore } from "../store/store.ts";
import { openRateLimiter } from "./rate-limiter.ts";

const limits = { minute: 2, day: 3 };
const postgres = process.env.TEST_POSTGRES_URL;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function newFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "rate-limiter-"));
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function newStore(dataDir?: string): Promise<Store> {
  const store = await openStore({ dataDir: dataDir ?? (await newFolder()), databaseUrl: undefined });
  ends.push(() => store.close());
  return store;
}

test("a window is full until the clock's next minute, the day's until the next day", async () => {
  let now = Date.UTC(2026, 10, 20, 12, 0, 59);
  const limiter = await openRateLimiter(await newStore(), () => now);
  const use = () => limiter.use("v2 1.2.3.4", limits);
  expect([await use(), await use(), await use()].map(({ allowed }) => allowed)).toEqual([true, true, false]);
  now += 1000;
  expect(await use()).toEqual({ allowed: true, header: "1 of 2/min; 3 of 3/day" });
  expect(await use()).toEqual({ allowed: false, header: "1 of 2/min; 3 of 3/day" });
  now = Date.UTC(2026, 10, 21);
  expect(await use()).toEqual({ allowed: true, header: "1 of 2/min; 1 of 3/day" });
});

test("callers and endpoint keys do not share a window", async () => {
  const limiter = await openRateLimiter(await newStore(), () => 0);
  await limiter.use("v2 a", limits);
  expect((await limiter.use("v2 b", limits)).header).toBe("1 of 2/min; 1 of 3/day");
});

test("counts are stored in the background, and callers of an earlier day are removed", async () => {
  let now = Date.UTC(2026, 10, 20);
  const dataDir = await newFolder();
  const first = await newStore(dataDir);
  const limiter = await openRateLimiter(first, () => now);
  const rows = () =>
    first.read((db) => db.selectFrom("rate_counters").select(["scope", "day_used"]).execute());
  await limiter.use("v2 a", limits);
  expect(await rows()).toEqual([]);
  await limiter.flush();
  expect(await rows()).toEqual([{ scope: "v2 a", day_used: 1 }]);
  now = Date.UTC(2026, 10, 21);
  await limiter.use("v2 b", limits);
  await limiter.flush();
  expect(await rows()).toEqual([{ scope: "v2 b", day_used: 1 }]);
  const again = await openRateLimiter(await newStore(dataDir), () => now);
  expect((await again.use("v2 b", limits)).header).toBe("2 of 2/min; 2 of 3/day");
});

test("counts are stored even when other work in their commit is rolled back", async () => {
  const dataDir = await newFolder();
  const store = await newStore(dataDir);
  const limiter = await openRateLimiter(store, () => 0);
  await limiter.use("v2 a", limits);
  // The counts come first, so that they are rolled back with the work after them.
  const settled = limiter.flush();
  const refused = store.transact(async () => {
    throw new Error("refused");
  });
  await Promise.all([settled, expect(refused).rejects.toThrow("refused")]);
  const again = await openRateLimiter(await newStore(dataDir), () => 0);
  expect((await again.use("v2 a", limits)).header).toBe("2 of 2/min; 2 of 3/day");
});

describe.runIf(postgres)("processes that share a PostgreSQL", () => {
  async function newDatabase(): Promise<string> {
    const name = `rate_limiter_${randomBytes(6).toString("hex")}`;
    const server = new pg.Client({ connectionString: postgres });
    await server.connect();
    ends.push(async () => {
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    });
    await server.query(`create database ${name}`);
    const url = new URL(postgres ?? "");
    url.pathname = `/${name}`;
    return url.href;
  }

  async function openTwo() {
    const databaseUrl = await newDatabase();
    const open = async () => {
      const store = await openStore({ dataDir: "", databaseUrl });
      ends.push(() => store.close());
      return { store, limiter: await openRateLimiter(store) };
    };
    return [await open(), await open()] as const;
  }

  test("allow exactly the limit between them, each request counted once", async () => {
    const [one, other] = await openTwo();
    const wide = { minute: 1_000_000, day: 150 };
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, place) => (place % 2 ? one : other).limiter.use("v2 a", wide)),
    );
    const allowed = answers
      .filter((answer) => answer.allowed)
      .map(({ header }) => /; (\d+) of/.exec(header)?.[1]);
    expect(allowed.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 150 }, (_, at) => at + 1));
    const refused = answers.filter((answer) => !answer.allowed).map(({ header }) => /; .*/.exec(header)?.[0]);
    expect(new Set(refused)).toEqual(new Set(["; 150 of 150/day"]));
  });

  test("start a new window with the server's next minute or day", async () => {
    const [{ store, limiter }] = await openTwo();
    const narrow = { minute: 1_000_000, day: 1 };
    const aged = (column: string) =>
      store.transact((db) =>
        sql`update rate_counters set ${sql.ref(column)} = ${sql.ref(column)} - 1`.execute(db),
      );
    await limiter.use("v2 a", narrow);
    expect((await limiter.use("v2 a", narrow)).allowed).toBe(false);
    await aged("minute");
    expect(await limiter.use("v2 a", narrow)).toEqual({
      allowed: false,
      header: "0 of 1000000/min; 1 of 1/day",
    });
    await aged("day");
    expect((await limiter.use("v2 a", narrow)).header).toContain("; 1 of 1/day");
  });
});
