// biome-ignore-all lint/suspicious/noThenProperty: the word of the control plane; it is never a function
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proveOnPostgres, proveOnSqlite } from "#e2e/bench/durability/prove-durability.ts";
import { goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { currentBatch, makeAuthorization, makeSale } from "./payments.ts";

const postgres = process.env.TEST_POSTGRES_URL;

describe.each(["sqlite", ...(postgres ? [postgres] : [])])(
  "an answered payment survives (store %#)",
  (store) => {
    let sandbox: RunningSandbox;
    beforeAll(async () => {
      sandbox = await startSandbox({ store });
    });
    beforeEach(() => sandbox.control("POST", "/reset"));
    afterAll(() => sandbox?.stop());

    test("kill -9 during a burst loses and doubles no acknowledged sale", async () => {
      const running = sandbox;
      const acknowledged: string[] = [];
      let open = true;
      const client = async (clientNumber: number) => {
        for (let count = 0; open; count++)
          try {
            const { body } = await running.command("sale", {
              amount: "1.01",
              orderid: `${clientNumber}-${count}`,
              creditcard: goodCard,
            });
            if (body.result_code === "A") acknowledged.push(body.key);
            if (acknowledged.length >= 150) open = false;
          } catch {
            open = false;
          }
      };
      const clients = Array.from({ length: 16 }, (_, clientNumber) => client(clientNumber));
      await Promise.race(clients);
      await running.kill9();
      await Promise.all(clients);
      await running.restart();

      const kept = await everyTransaction(running);
      const keys = new Set(kept.map(({ key }) => key));
      expect(acknowledged.length).toBeGreaterThanOrEqual(150);
      expect(acknowledged.filter((key) => !keys.has(key))).toEqual([]);
      expect(new Set(kept.map(({ orderid }) => orderid)).size).toBe(kept.length);
      const batch = await currentBatch(running);
      expect(batch.total_count).toBe(kept.length);
      expect(Math.round(batch.total_amount * 100)).toBe(101 * kept.length);
      // The program starts twice, which is slow on a busy machine.
    }, 30_000);

    test("a restart keeps the clock, the keys, the open batch and the tokens", async () => {
      await sandbox.control("POST", "/clock", { set: "2030-06-01T10:00:00" });
      await sandbox.control("POST", "/keys", { key: "second", pin: "9", duplicates: "off" });
      const sale = await makeSale(sandbox, "5.00", { save_card: true });
      const authorization = await makeAuthorization(sandbox, "6.00");
      const before = (await sandbox.request("GET", `/transactions/${sale}`)).body;
      await sandbox.kill9();
      await sandbox.restart();

      expect((await sandbox.request("GET", `/transactions/${sale}`)).body).toEqual(before);
      const again = await sandbox.command(
        "quicksale",
        { trankey: sale, amount: "2.00" },
        { key: "second", pin: "9" },
      );
      expect(again.body).toMatchObject({ result_code: "A", batch: before.batch });
      const captured = await sandbox.command("cc:capture", { trankey: authorization });
      expect(captured.body).toMatchObject({ result_code: "A", batch: before.batch });
      const created = (await sandbox.request("GET", `/transactions/${again.body.key}`)).body.created;
      expect(created).toMatch(/^2030-06-01 10:0/);
    });

    test("work that fell due during downtime is done at startup", async () => {
      const quick = await startSandbox({ store, settings: { SANDBOX_BATCH_HOURS: "0.0001" } });
      try {
        const sale = await makeSale(quick, "5.00");
        await quick.kill9();
        await quick.restart();
        await quick.control("POST", "/clock", { advance: "PT4S" });
        expect((await quick.request("GET", `/transactions/${sale}`)).body.status).toBe("Settled");
      } finally {
        await quick.stop();
      }
    });

    test("a shutdown waits for a slow response", async () => {
      await sandbox.control("PUT", "/rules", [{ match: { amount: "7.77" }, then: { delayMs: 2000 } }]);
      const slow = sandbox.command("sale", { amount: "7.77", creditcard: goodCard });
      await makeSale(sandbox, "2.00");
      const stopped = sandbox.end();
      expect((await slow).body.result_code).toBe("A");
      await stopped;
    }, 20_000);
  },
);

describe("32 clients, their history and the store", () => {
  test("agree after the gateway was killed three times: nothing lost, nothing doubled, every batch its sum", async () => {
    const proof = await proveOnSqlite(3);
    expect(proof.findings).toEqual([]);
    expect(proof.acknowledged).toBeGreaterThan(15);
  }, 120_000);

  test("agree after PostgreSQL's server was killed twice under a gateway that goes on", async ({ skip }) => {
    const proof = await proveOnPostgres(2);
    if (!proof) return skip("there is no PostgreSQL on this machine");
    expect(proof.findings).toEqual([]);
    expect(proof.acknowledged).toBeGreaterThan(10);
  }, 120_000);
});

async function everyTransaction(sandbox: RunningSandbox): Promise<{ key: string; orderid: string }[]> {
  const { body } = await sandbox.request("GET", "/transactions?limit=1000");
  expect(body.total).toBeLessThanOrEqual(1000);
  return body.data;
}
