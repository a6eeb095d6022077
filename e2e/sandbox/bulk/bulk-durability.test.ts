import { afterEach, describe, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { currentBatch } from "../payments.ts";
import {
  completed,
  groupOf,
  linesOf,
  manySales,
  sale,
  sales,
  slowCard,
  until,
  upload,
} from "./bulk-files.ts";

const postgres = process.env.TEST_POSTGRES_URL;
const running: RunningSandbox[] = [];
afterEach(async () => {
  // Sandboxes started later share the store of the first, which removes it.
  for (const sandbox of running.splice(0).reverse()) await sandbox.stop();
});

async function start(store: string | { sameAs: RunningSandbox }) {
  const sandbox = await startSandbox({ store });
  running.push(sandbox);
  return sandbox;
}

/** Every row of the file exists once as a separate transaction, and the batch is their sum. */
async function expectEachOnce(sandbox: RunningSandbox, bulkKey: string, count: number) {
  const lines = await linesOf(sandbox, bulkKey);
  const numbers = lines.map(({ line }) => line).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 2));
  expect(new Set(lines.map(({ key }) => key)).size).toBe(count);
  expect(new Set(lines.map(({ orderid }) => orderid)).size).toBe(count);
  expect((await sandbox.control("GET", "/state")).transactions).toBe(count);
  expect(await currentBatch(sandbox)).toMatchObject({ total_count: count, total_amount: count });
}

describe.each(["sqlite", ...(postgres ? [postgres] : [])])("bulk files over time (store %#)", (store) => {
  test("repeated kill -9 runs no row twice and skips none", async () => {
    const sandbox = await start(store);
    const slow = Array.from({ length: 3 }, (_, index) => sale(`slow-${index}`, "1.00", slowCard));
    const count = store === "sqlite" ? 3000 : 1200;
    const quick = Array.from({ length: count - slow.length }, (_, index) => sale(`order-${index}`));
    const { bulk_key } = await upload(sandbox, sales(...slow, ...quick));
    for (const enough of [1, count / 4, count / 2]) {
      await until(sandbox, bulk_key, ({ approved }) => Number(approved) >= enough);
      await sandbox.kill9();
      await sandbox.restart();
    }
    expect(Number((await groupOf(sandbox, bulk_key)).remaining)).toBeGreaterThan(0);
    expect(await completed(sandbox, bulk_key)).toMatchObject({ approved: String(count), remaining: "0" });
    await expectEachOnce(sandbox, bulk_key, count);
  }, 120_000);

  test("a paused file stays paused over a restart, and a shutdown leaves the rest to the next start", async () => {
    const sandbox = await start(store);
    const { bulk_key } = await upload(sandbox, manySales(2500));
    await sandbox.request("POST", `/bulk_transactions/${bulk_key}/pause`);
    const paused = await groupOf(sandbox, bulk_key);
    await sandbox.end();
    await sandbox.restart();
    expect(await groupOf(sandbox, "current")).toEqual(paused);
    await sandbox.request("POST", `/bulk_transactions/${bulk_key}/resume`);
    await until(sandbox, bulk_key, ({ approved }) => Number(approved) > Number(paused.approved));
    await sandbox.end();
    await sandbox.restart();
    await completed(sandbox, bulk_key);
    await expectEachOnce(sandbox, bulk_key, 2500);
  }, 120_000);

  test("kill -9 during an upload leaves no group and no duplicates", async () => {
    const sandbox = await start(store);
    const file = manySales(20_000);
    const uploading = upload(sandbox, file).catch(() => undefined);
    while ((await sandbox.control("GET", "/state")).groups === 0);
    await sandbox.kill9();
    expect(await uploading).toBeUndefined();
    await sandbox.restart();
    while ((await sandbox.control("GET", "/state")).groups > 0);
    expect(await upload(sandbox, manySales(100))).toMatchObject({ transactions: 100, dupes: 0 });
  }, 120_000);
});

test("20,000 rows are uploaded and run within bounded memory", async () => {
  const sandbox = await start("sqlite");
  const warm = await upload(sandbox, manySales(5000, "warm"));
  await completed(sandbox, warm.bulk_key);
  const before = (await sandbox.control("GET", "/state")).residentBytes;
  const { bulk_key } = await upload(sandbox, manySales(20_000));
  await completed(sandbox, bulk_key);
  const after = (await sandbox.control("GET", "/state")).residentBytes;
  expect((after - before) / 2 ** 20).toBeLessThan(64);
  expect(after / 2 ** 20).toBeLessThan(300);
}, 120_000);

test.runIf(postgres)(
  "two processes on one PostgreSQL run each file once, and share no file",
  async () => {
    const one = await start(postgres ?? "");
    const other = await start({ sameAs: one });
    const [first, second] = await Promise.all([
      upload(one, manySales(600, "one")),
      upload(other, manySales(600, "other")),
    ]);
    const states = await Promise.all([groupOf(one, first.bulk_key), groupOf(other, second.bulk_key)]);
    expect(states.filter(({ status }) => status === "Running").length).toBeLessThanOrEqual(1);
    await Promise.all([completed(other, first.bulk_key), completed(one, second.bulk_key)]);
    const lines = [...(await linesOf(one, first.bulk_key)), ...(await linesOf(one, second.bulk_key))];
    expect(new Set(lines.map(({ key }) => key)).size).toBe(1200);
    expect(await currentBatch(one)).toMatchObject({ total_count: 1200, total_amount: 1200 });
  },
  120_000,
);

test.runIf(postgres)(
  "when a process dies, another one on the same PostgreSQL goes on with its file",
  async () => {
    const one = await start(postgres ?? "");
    const other = await start({ sameAs: one });
    const { bulk_key } = await upload(one, manySales(700));
    await until(other, bulk_key, ({ approved }) => Number(approved) > 0);
    await one.kill9();
    await completed(other, bulk_key);
    await expectEachOnce(other, bulk_key, 700);
  },
  120_000,
);
