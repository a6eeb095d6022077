import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { describeStores, describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import type { Plan } from "#server/payments/plan.ts";
import { proveAmbiguity } from "../proof/ambiguity.ts";
import { type PaymentsProcess, startPayments } from "../proof/processes/payments-process.ts";
import { type LossyProxy, startLossyProxy } from "../proof/proxies/lossy-proxy.ts";
import { type RunningSandbox, startSandbox } from "../support/sandbox.ts";
import { until } from "../support/until.ts";

describeStoresOnSqlite("lost answers", (open) => {
  test.concurrent.each([true, false])(
    "are all settled correctly without a person, and share their lookups (GET /transactions: %s)",
    async (extension) => {
      const { settings } = await open();
      const report = await proveAmbiguity({ charges: 24, extension, log: () => {}, store: settings });
      expect(report).toMatchObject({ foundShare: 1, resolvedShare: 1, wrong: 0, doubled: 0 });
      // One page of batches and one of each batch, however many answers are lost.
      expect(report.listingsPerUnknown * 24).toBeLessThanOrEqual(5);
    },
    180_000,
  );
});

describeStores("a console and its resolver", (open, onSqlite) => {
  let sandbox: RunningSandbox;
  let proxy: LossyProxy;
  let store: TestStore;
  let started: PaymentsProcess[];

  beforeAll(async () => {
    sandbox = await startSandbox();
    proxy = await startLossyProxy(sandbox.url);
  });
  beforeEach(async () => {
    await sandbox.control("POST", "/reset");
    Object.assign(proxy, { isUp: true, lists: true, onMoney: () => "answered", listings: 0, posts: 0 });
    store = await open();
    started = [];
    return async () => {
      for (const one of started) await one.stop();
    };
  });
  afterAll(async () => {
    await proxy.stop();
    await sandbox.stop();
  });

  const start = async () => {
    const one = await startPayments({ ...sandbox, url: proxy.url }, store.settings);
    started.push(one);
    return one;
  };
  const rows = () => store.db.selectFrom("attempts").selectAll().orderBy("id").execute();
  const settle = async (isSettled: (row: AttemptRow) => boolean) => {
    await until(async () => (await rows()).every(isSettled), 60_000);
    return await rows();
  };

  onSqlite(
    "killed while a command is at the gateway, the next start finds its outcome and sends nothing again",
    async () => {
      const dying = await start();
      const onItsWay = new Promise<void>((resolve) => {
        proxy.onMoney = () => {
          resolve();
          return "held";
        };
      });
      const sending = dying.run(saleOf(1)).catch((error: Error) => error.message);
      await onItsWay;
      await dying.kill9();
      expect(await sending).toBe("the console died");
      await start();
      const [row] = await settle(({ state }) => state === "resolved");
      expect(JSON.parse(row?.problem ?? "{}").moved).toBe(true);
      expect(proxy.posts).toBe(1);
    },
  );

  onSqlite("restarted repeatedly while the gateway is down, it resumes where it stopped", async () => {
    const first = await start();
    proxy.onMoney = () => "answer-lost";
    proxy.isUp = false;
    await first.run(saleOf(1));
    await first.stop();
    for (let turn = 0; turn < 3; turn += 1) await (await start()).kill9();
    const last = await start();
    expect((await rows()).map(({ state }) => state)).toEqual(["unknown"]);
    proxy.isUp = true;
    const [row] = await settle(({ state }) => state === "resolved");
    expect(JSON.parse(row?.problem ?? "{}").moved).toBe(true);
    proxy.onMoney = () => "answered";
    expect(await last.run(saleOf(1))).toMatchObject({ attempt: { state: "resolved" } });
    expect(proxy.posts).toBe(1);
  });

  test("two consoles on one PostgreSQL share one lookup, and one takes over when the other dies", async (context) => {
    if (!store.settings.databaseUrl) return context.skip("two consoles share PostgreSQL only");
    const [one, other] = [await start(), await start()];
    proxy.onMoney = () => "answer-lost";
    proxy.isUp = false;
    await Promise.all(
      [one, other].flatMap((process, consoleIndex) =>
        Array.from({ length: 10 }, (_, index) => process.run(saleOf(consoleIndex * 10 + index))),
      ),
    );
    const lease = await store.db.selectFrom("leases").selectAll().executeTakeFirstOrThrow();
    const holder = (await rows()).find(({ process_id }) => process_id === lease.holder);
    await (Number(holder?.id.slice(-2)) < 10 ? one : other).kill9();
    proxy.isUp = true;
    const settled = await settle(({ state }) => state === "resolved");
    expect(settled.map(({ problem }) => JSON.parse(problem ?? "{}").moved)).toEqual(Array(20).fill(true));
    expect(proxy.listings).toBeLessThanOrEqual(2);
    expect(proxy.posts).toBe(20);
  }, 120_000);

  onSqlite("a lost void is settled by the state of the payment, whether or not it arrived", async () => {
    const client = await start();
    const sales = [await client.run(saleOf(1)), await client.run(saleOf(2))];
    proxy.onMoney = (body) => (body.includes(keyOf(sales[0])) ? "answer-lost" : "request-lost");
    for (const [index, sale] of sales.entries()) {
      const { body: before } = await sandbox.request("GET", `/transactions/${keyOf(sale)}`);
      const plan = { ...saleOf(11 + index), command: "void", body: { trankey: keyOf(sale) } } as const;
      await client.run({ ...plan, original: { key: keyOf(sale), before } });
    }
    const settled = await settle(({ state }) => state === "resolved" || state === "answered");
    expect(settled.slice(2).map(({ problem }) => JSON.parse(problem ?? "{}").moved)).toEqual([true, false]);
  });
});

function saleOf(number: number): Plan {
  return {
    attemptId: `lost-answers-form-${String(number).padStart(2, "0")}`,
    command: "sale",
    tender: "card",
    paymentMethod: "Visa ending 2224",
    amountCents: 4200 + number,
    body: {
      amount: `${42 + number}.00`,
      creditcard: { number: "4000100011112224", expiration: "1249" },
    },
  };
}

type Outcome = Awaited<ReturnType<PaymentsProcess["run"]>>;

const keyOf = (outcome: Outcome | undefined): string =>
  (outcome?.kind === "attempt" ? outcome.attempt.transaction?.key : undefined) ?? "no such transaction";
