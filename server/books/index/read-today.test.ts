import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeBatch, makeSettledSale } from "#e2e/sandbox/payments.ts";
import { goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { startFollowUp } from "#server/payments/follow-up/start-follow-up.ts";
import { follow, manager } from "#server/payments/follow-up/test-follow-ups.ts";

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { SANDBOX_RATE_LIMIT: "100000/min,1000000/day" } });
  process.env.GATEWAY_URL = sandbox.url;
  process.env.GATEWAY_API_KEY = sandbox.key;
  process.env.GATEWAY_API_PIN = sandbox.pin;
  process.env.AUTH_SECRET = "a".repeat(40);
});
afterAll(() => sandbox.stop());

let count = 0;
const settled = () => makeSettledSale(sandbox, `${50 + ++count}.00`, { invoice: `elsewhere-${count}` });
const answered = async (): Promise<number> => (await sandbox.control("GET", "/state")).requests[200];

describeStoresOnSqlite("a refund made elsewhere in a batch that has just closed", (open) => {
  beforeEach(async () => {
    useStore((await open()).db);
    await sandbox.control("POST", "/reset");
  });

  const refund = (key: string, amount: string) => startFollowUp(manager, follow("refund", key, amount));
  const refundElsewhere = (key: string) => sandbox.command("quickrefund", { trankey: key, amount: "40.00" });

  const sell = (amount: string) =>
    sandbox.command("sale", { amount, creditcard: goodCard, ignore_duplicate: true });

  test("counts at once, whether or not a batch is open now", async () => {
    for (const isOpen of [false, true]) {
      const key = await settled();
      await refundElsewhere(key);
      await closeBatch(sandbox);
      if (isOpen) await sell("3.00");
      expect(await refund(key, "50.00")).toMatchObject({
        problem: { message: expect.stringContaining("is left") },
      });
      expect(await refund(key, "1.00")).toMatchObject({ ok: true });
    }
  });

  test("costs requests once: the next refund reads its payment and the open batch alone", async () => {
    const [first, second] = [await settled(), await settled()];
    await sell("4.00");
    await refund(first, "1.00");
    const before = await answered();
    expect(await refund(second, "1.00")).toMatchObject({ ok: true });
    // The payment, the open batch, the refund.
    expect((await answered()) - before).toBe(3);
  });
});
