import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startReceiver, type WebhookReceiver } from "#e2e/support/receivers/webhook-receiver.ts";
import { describeSandbox, goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { makeCheck, makeSale } from "../payments.ts";
import { readEvent, sendEventsTo, settle, webhookKey } from "./webhook-inbox.ts";

const postgres = process.env.TEST_POSTGRES_URL;

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.down());

const keysOf = ({ received }: WebhookReceiver) =>
  received.map((event) => readEvent(event).event_body.object.key);
const deliveriesOf = (sandbox: RunningSandbox) => sandbox.control("GET", "/webhooks/deliveries");

describeSandbox(
  "deliveries",
  (sandbox) => {
    beforeEach(() => sendEventsTo(sandbox(), receiver));

    test.each([
      [200, true],
      [204, true],
      [299, true],
      [301, false],
      [404, false],
      [500, false],
    ])("status %i counts as delivered: %s", async (status, taken) => {
      receiver.answerWith(status);
      const trankey = await makeSale(sandbox(), "5.00");
      await settle(sandbox());
      const [delivery, ...others] = await deliveriesOf(sandbox());
      expect(others).toEqual([]);
      expect(delivery).toMatchObject({
        event_type: "transaction.sale.success",
        trankey,
        attempt: 1,
        status,
        error: null,
        retry: taken ? null : expect.stringMatching(/^20/),
      });
      await sandbox().control("POST", "/clock", { advance: "PT5M" });
      expect(receiver.received.length).toBe(taken ? 1 : 2);
      expect((await sandbox().control("GET", "/state")).deliveries).toBe(taken ? 1 : 2);
    });

    test("an undelivered event is retried on schedule for three days with the same bytes", async () => {
      receiver.answerWith(503);
      await makeSale(sandbox(), "5.00");
      await sandbox().control("POST", "/clock", { advance: "PT20M" });
      expect(receiver.received.length).toBe(5);
      await sandbox().control("POST", "/clock", { advance: "P4D" });
      const tried = (await deliveriesOf(sandbox()))
        .map(({ tried: at }: { tried: string }) => Date.parse(`${at.replace(" ", "T")}Z`) / 60_000)
        .reverse();
      const pauses = tried.slice(1).map((minute: number, index: number) => minute - tried[index]);
      const times = (count: number, minutes: number) => Array(count).fill(minutes);
      expect(pauses).toEqual([...times(12, 5), ...times(11, 60), ...times(4, 180), ...times(8, 360)]);
      expect((await deliveriesOf(sandbox()))[0]).toMatchObject({ attempt: 36, status: 503, retry: null });
      expect(receiver.received.length).toBe(36);
      expect(new Set(receiver.received.map(({ raw }) => raw.toString("hex"))).size).toBe(1);
      await sandbox().control("POST", "/clock", { advance: "P9D" });
      expect(receiver.received.length).toBe(36);
    });

    test("a receiver that was down gets each event once it is up", async () => {
      await receiver.down();
      const sales = [await makeSale(sandbox(), "5.00"), await makeSale(sandbox(), "6.00")];
      await settle(sandbox());
      const refused = { status: null, error: "ECONNREFUSED", attempt: 1 };
      expect(await deliveriesOf(sandbox())).toMatchObject([refused, refused]);
      await receiver.up();
      await sandbox().control("POST", "/clock", { advance: "PT4M" });
      expect(receiver.received).toEqual([]);
      await sandbox().control("POST", "/clock", { advance: "PT1M" });
      expect(keysOf(receiver).sort()).toEqual(sales.sort());
      await sandbox().control("POST", "/clock", { advance: "P4D" });
      expect(receiver.received.length).toBe(2);
    });

    test("a silent receiver delays no charge and gets a few events at a time", async () => {
      receiver.hold();
      const sales = await Promise.all(Array.from({ length: 30 }, () => makeSale(sandbox(), "1.00")));
      await receiver.until(({ length }) => length === 8);
      await makeSale(sandbox(), "2.00");
      expect(await deliveriesOf(sandbox())).toEqual([]);
      expect(receiver.received.length).toBe(8);
      receiver.release();
      await settle(sandbox());
      expect(receiver.received.length).toBe(31);
      expect(keysOf(receiver)).toEqual(expect.arrayContaining(sales));
    });

    test("a reset forgets receiver, events and deliveries, in the middle of an attempt too", async () => {
      receiver.hold();
      await makeSale(sandbox(), "5.00");
      await receiver.until(({ length }) => length === 1);
      await sandbox().control("POST", "/reset");
      receiver.release();
      await makeSale(sandbox(), "6.00");
      await sandbox().control("POST", "/clock", { advance: "P4D" });
      expect(receiver.received.length).toBe(1);
      expect(await deliveriesOf(sandbox())).toEqual([]);
      await sendEventsTo(sandbox(), receiver);
      await settle(sandbox());
      expect(receiver.received.length).toBe(1);
    });

    test.each([
      { url: "http://shop.example/hook", key: "k" },
      { url: "shop", key: "k" },
      { url: "https://u:p@shop.example", key: "k" },
      { url: "https://shop.example" },
      { url: "https://shop.example", key: "" },
      {},
    ])("%j is not an address that events can be sent to", async (target) => {
      await expect(sandbox().control("PUT", "/webhooks", target)).rejects.toThrow("21004");
    });
  },
  { SANDBOX_TIME_ZONE: "UTC" },
);

describe.each(["sqlite", ...(postgres ? [postgres] : [])])(
  "events of answered charges survive restarts (store %#)",
  (store) => {
    let sandbox: RunningSandbox;
    afterEach(() => sandbox.stop());

    test("a restart between two attempts keeps event, receiver and schedule", async () => {
      sandbox = await startSandbox({ store });
      await sendEventsTo(sandbox, receiver);
      receiver.answerWith(500);
      const key = await makeSale(sandbox, "5.00");
      await settle(sandbox);
      await sandbox.kill9();
      await sandbox.restart();
      receiver.answerWith(200);
      await sandbox.control("POST", "/clock", { advance: "PT5M" });
      expect(keysOf(receiver)).toEqual([key, key]);
      expect(new Set(receiver.received.map(({ raw }) => raw.toString("hex"))).size).toBe(1);
      const [second, first] = await deliveriesOf(sandbox);
      expect([first.attempt, first.status, second.attempt, second.status]).toEqual([1, 500, 2, 200]);
    }, 30_000);

    test("kill -9 loses no event of an answered charge", { timeout: 30_000 }, async () => {
      sandbox = await startSandbox({ store });
      const running = sandbox;
      await sendEventsTo(running, receiver);
      receiver.hold();
      const answered: string[] = [];
      let open = true;
      const clients = Array.from({ length: 8 }, async () => {
        while (open)
          try {
            const sale = { amount: "1.01", creditcard: goodCard, ignore_duplicate: true };
            const { body } = await running.command("sale", sale);
            if (body.result_code === "A") answered.push(body.key);
            if (answered.length >= 60) open = false;
          } catch {
            open = false;
          }
      });
      await Promise.race(clients);
      await running.kill9();
      await Promise.all(clients);
      receiver.release();
      await running.restart();
      // Attempts of the dead process are repeated once its claims have expired.
      await receiver.until((received) => new Set(keysOf({ ...receiver, received })).size >= answered.length);
      await settle(running);
      const delivered = new Set(keysOf(receiver));
      expect(answered.length).toBeGreaterThanOrEqual(60);
      expect(answered.filter((key) => !delivered.has(key))).toEqual([]);
    });

    test("the receiver of the settings is used from the start, and again after a reset", async () => {
      const other = await startReceiver();
      const settings = { SANDBOX_WEBHOOK_URL: other.url, SANDBOX_WEBHOOK_KEY: webhookKey };
      sandbox = await startSandbox({ store, settings });
      const first = await makeSale(sandbox, "5.00");
      await settle(sandbox);
      await sendEventsTo(sandbox, receiver);
      const second = await makeCheck(sandbox, "5.00");
      await settle(sandbox);
      await sandbox.control("POST", "/reset");
      const third = await makeSale(sandbox, "7.00");
      await settle(sandbox);
      expect([keysOf(other), keysOf(receiver)]).toEqual([[first, third], [second]]);
      await other.down();
    }, 30_000);
  },
);

test.runIf(postgres)(
  "several processes on one PostgreSQL send each event once",
  async () => {
    const first = await startSandbox({ store: postgres ?? "" });
    const second = await startSandbox({
      settings: { DATA_DIR: first.dataDir, SANDBOX_DATABASE_URL: first.databaseUrl ?? "" },
    });
    await sendEventsTo(second, receiver);
    await sendEventsTo(first, receiver);
    const sales = await Promise.all(
      Array.from({ length: 60 }, (_, index) => makeSale(index % 2 ? first : second, "1.00")),
    );
    await Promise.all([settle(first), settle(second)]);
    await receiver.until(({ length }) => length >= 60);
    expect(keysOf(receiver).sort()).toEqual(sales.sort());
    await second.stop();
    await first.stop();
  },
  30_000,
);
