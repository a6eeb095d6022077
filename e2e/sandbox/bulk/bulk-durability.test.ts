// biome-ignore-all lint/suspicious/noThenProperty: the word of the control plane; it is never a function
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { currentBatch } from "../payments.ts";
import { completed, groupOf, linesOf, manySales, sale, sales, untilGroup, upload } from "./bulk-files.ts";

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
async function expectEachOnce(sandbox: RunningSandbox, bulkKey: string, count: number, sum = count) {
  const lines = await linesOf(sandbox, bulkKey);
  const numbers = lines.map(({ line }) => line).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 2));
  expect(new Set(lines.map(({ key }) => key)).size).toBe(count);
  expect(new Set(lines.map(({ orderid }) => orderid)).size).toBe(count);
  expect((await sandbox.control("GET", "/state")).transactions).toBe(count);
  expect(await currentBatch(sandbox)).toMatchObject({ total_count: count, total_amount: sum });
}

/** Rows of this amount wait for their issuer until the rule is gone and the sandbox starts again. */
const heldAmount = "7.77";
const holdRows = (sandbox: RunningSandbox) =>
  sandbox.control("PUT", "/rules", [{ match: { amount: heldAmount }, then: { delayMs: 600_000 } }]);
const letRowsGo = (sandbox: RunningSandbox) => sandbox.control("PUT", "/rules", []);

describe.each(["sqlite", ...(postgres ? [postgres] : [])])("bulk files over time (store %#)", (store) => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ store });
  });
  beforeEach(() => sandbox.control("POST", "/reset"));
  afterAll(() => sandbox?.stop());

  test("repeated kill -9 runs no row twice and skips none", async () => {
    // On PostgreSQL each start waits until the lease of the dead process has ended.
    const [count, kills] = store === "sqlite" ? [1000, [1, 250, 500]] : [600, [1, 300]];
    const slow = Array.from({ length: 3 }, (_, index) => sale(`slow-${index}`, heldAmount));
    const quick = Array.from({ length: count - slow.length }, (_, index) => sale(`order-${index}`));
    await holdRows(sandbox);
    const { bulk_key } = await upload(sandbox, sales(...slow, ...quick));
    for (const enough of kills) {
      await untilGroup(sandbox, bulk_key, ({ approved }) => Number(approved) >= enough);
      if (enough === count / 2) await letRowsGo(sandbox);
      expect(Number((await groupOf(sandbox, bulk_key)).remaining)).toBeGreaterThanOrEqual(slow.length);
      await sandbox.kill9();
      await sandbox.restart();
    }
    expect(await completed(sandbox, bulk_key)).toMatchObject({ approved: String(count), remaining: "0" });
    await expectEachOnce(sandbox, bulk_key, count, count + slow.length * (Number(heldAmount) - 1));
  }, 120_000);

  test("a paused file stays paused over a restart, and a shutdown leaves the rest to the next start", async () => {
    const count = 600;
    await holdRows(sandbox);
    const quick = Array.from({ length: count - 1 }, (_, index) => sale(`order-${index}`));
    const { bulk_key } = await upload(sandbox, sales(sale("slow", heldAmount), ...quick));
    await sandbox.request("POST", `/bulk_transactions/${bulk_key}/pause`);
    const paused = await groupOf(sandbox, bulk_key);
    expect(Number(paused.remaining)).toBeGreaterThan(0);
    await sandbox.end();
    await sandbox.restart();
    expect(await groupOf(sandbox, "current")).toEqual(paused);
    await sandbox.request("POST", `/bulk_transactions/${bulk_key}/resume`);
    await untilGroup(
      sandbox,
      bulk_key,
      ({ remaining }) => Number(remaining) < Number(paused.remaining) || remaining === "1",
    );
    await letRowsGo(sandbox);
    expect(Number((await groupOf(sandbox, bulk_key)).remaining)).toBeGreaterThan(0);
    await sandbox.end();
    await sandbox.restart();
    await completed(sandbox, bulk_key);
    await expectEachOnce(sandbox, bulk_key, count, count + Number(heldAmount) - 1);
  }, 120_000);

  test("kill -9 during an upload leaves no group and no duplicates", async () => {
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
      upload(one, manySales(300, "one")),
      upload(other, manySales(300, "other")),
    ]);
    const states = await Promise.all([groupOf(one, first.bulk_key), groupOf(other, second.bulk_key)]);
    expect(states.filter(({ status }) => status === "Running").length).toBeLessThanOrEqual(1);
    await Promise.all([completed(other, first.bulk_key), completed(one, second.bulk_key)]);
    const lines = [...(await linesOf(one, first.bulk_key)), ...(await linesOf(one, second.bulk_key))];
    expect(new Set(lines.map(({ key }) => key)).size).toBe(600);
    expect(await currentBatch(one)).toMatchObject({ total_count: 600, total_amount: 600 });
  },
  120_000,
);

test.runIf(postgres)(
  "when a process dies, another one on the same PostgreSQL goes on with its file",
  async () => {
    const one = await start(postgres ?? "");
    const other = await start({ sameAs: one });
    const { bulk_key } = await upload(one, manySales(700));
    await untilGroup(other, bulk_key, ({ approved }) => Number(approved) > 0);
    await one.kill9();
    await completed(other, bulk_key);
    await expectEachOnce(other, bulk_key, 700);
  },
  120_000,
);
