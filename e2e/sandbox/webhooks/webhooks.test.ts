import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startReceiver, type WebhookReceiver } from "#e2e/support/receivers/webhook-receiver.ts";
import { describeSandbox, goodCard } from "#e2e/support/sandbox.ts";
import { type CommandName, commands } from "#lib/gateway/commands.ts";
import { type EventName, events } from "#lib/gateway/events.ts";
import { scenarios } from "../command-scenarios.ts";
import { goodCheck, makeCheck, makeSale, makeSettledSale, read } from "../payments.ts";
import { causes } from "./webhook-causes.ts";
import { namesOfEvents, readEvent, sendEventsTo, settle, webhookKey } from "./webhook-inbox.ts";

describeSandbox("events", (sandbox) => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    await sendEventsTo(sandbox(), receiver);
  });
  afterAll(() => receiver.down());

  const eventsSince = async (act: () => Promise<unknown>) => {
    await settle(sandbox());
    receiver.received.length = 0;
    await act();
    return await namesOfEvents(sandbox(), receiver);
  };

  describe.each(Object.keys(events) as EventName[])("%s", (name) => {
    test.each(Object.entries(causes[name]))("reports %s once, signed", async (_title, cause) => {
      const key = await cause(sandbox());
      await settle(sandbox());
      const found = receiver.received
        .map(readEvent)
        .filter(({ event_type, event_body }) => event_type === name && event_body.object.key === key);
      expect(found.length).toBe(1);
      const { refnum, amount, created } = await read(sandbox(), key);
      expect(found[0]).toEqual({
        type: "event",
        event_triggered: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        event_type: name,
        event_id: expect.stringMatching(/^[0-9a-f]{64}$/),
        event_body: {
          merchant: { merch_key: expect.stringMatching(/^0mr[0-9a-z]{12}$/) },
          object: expect.objectContaining({ type: "transaction", key, refnum, created }),
          ...(name.startsWith("ach.") ? { changes: { old: expect.anything(), new: expect.anything() } } : {}),
        },
      });
      if (name.endsWith(".success")) expect(found[0]?.event_body.object.amount).toBe(amount);
    });
  });

  test.each(Object.keys(commands) as CommandName[])(
    "%s raises the event of its row, and no other",
    async (name) => {
      const fields = await scenarios[name].request(sandbox());
      const meant = name === "creditvoid" ? "transaction.refund.success" : commands[name].event;
      expect(await eventsSince(() => sandbox().command(name, fields))).toEqual(meant ? [meant] : []);
    },
  );

  test("a request that changes no record raises no event", async () => {
    const settled = await makeSettledSale(sandbox(), "9.00");
    const order = { amount: "7.00", orderid: "same", creditcard: goodCard };
    await sandbox().command("sale", order);
    const raised = await eventsSince(async () => {
      expect((await sandbox().command("void", { trankey: settled })).body.result_code).toBe("E");
      expect((await sandbox().command("sale", order)).body.is_duplicate).toBe("Y");
      expect(
        (await sandbox().command("sale", { ...order, orderid: "other", custkey: "unknown" })).status,
      ).toBe(400);
      expect((await sandbox().command("sale", { amount: 1 })).status).toBe(400);
      expect((await sandbox().command("cc:capture", { trankey: "x" })).body.result_code).toBe("E");
    });
    expect(raised).toEqual([]);
  });

  test("a failed refund and an unvoided refund have no event", async () => {
    const trankey = await makeSettledSale(sandbox(), "9.00");
    const { key } = (await sandbox().command("refund", { trankey, amount: "4.00" })).body;
    await sandbox().command("void", { trankey: key });
    const raised = await eventsSince(async () => {
      expect((await sandbox().command("unvoid", { trankey: key })).body.result_code).toBe("A");
      expect((await sandbox().command("refund", { trankey, amount: "5.01" })).body.result_code).toBe("E");
    });
    expect(raised).toEqual([]);
  });

  test("each step of a check raises an event with its changes", async () => {
    await sandbox().control("POST", "/clock", { set: "2040-06-04T10:00:00" });
    const key = await makeCheck(sandbox(), "20.00", { account: "10178102" });
    await sandbox().control("POST", `/checks/${key}`, { note: "Name changed" });
    await sandbox().control("POST", "/clock", { advance: "P9D" });
    const found = receiver.received
      .map(readEvent)
      .filter(({ event_type }) => event_type.startsWith("ach."))
      .map(({ event_type, event_triggered, event_body }) => [
        event_type,
        event_triggered,
        event_body.changes,
      ]);
    expect(found).toEqual([
      [
        "ach.note_added",
        expect.stringMatching(/^2040-06-04 10:00:/),
        { old: { banknote: null }, new: { banknote: "Name changed" } },
      ],
      [
        "ach.submitted",
        "2040-06-04 17:00:00",
        {
          old: { status_code: "P", status: "Pending", processed: "" },
          new: { status_code: "B", status: "Submitted", processed: "2040-06-04" },
        },
      ],
      [
        "ach.settled",
        "2040-06-05 08:00:00",
        {
          old: { status_code: "B", status: "Submitted", settled: "" },
          new: { status_code: "S", status: "Settled", settled: "2040-06-05" },
        },
      ],
      [
        "ach.returned",
        "2040-06-07 08:00:00",
        {
          old: { status_code: "S", status: "Settled", returned: null, banknote: "Name changed" },
          new: {
            status_code: "R",
            status: "Returned",
            returned: "2040-06-07",
            banknote: expect.stringMatching(/^R02/),
          },
        },
      ],
    ]);
  });

  test("an event contains no card, account or holder, and the deliveries list no URL", async () => {
    const cardholder = "Sofia Marchetti";
    await makeSale(sandbox(), "5.00", { creditcard: { ...goodCard, cardholder }, save_card: true });
    await makeCheck(sandbox(), "5.00", { account: "77341950282" });
    await sandbox().command("sale", { amount: 5, creditcard: { ...goodCard, number: "4000100011112225" } });
    await settle(sandbox());
    expect(receiver.received.length).toBe(3);
    const found = receiver.received.map(({ raw }) => raw.toString("utf8")).join("\n");
    const listed = JSON.stringify(await sandbox().control("GET", "/webhooks/deliveries"));
    // Random ids may hold four digits by chance; no card or account number is as long or has letters.
    const text = `${found}${listed}`.replaceAll(/(?=[0-9a-f-]*[a-f])[0-9a-f-]{20,}/g, "");
    for (const secret of [goodCard.number, "2224", "4000100011112225", "1249", '"123"', "400010"])
      expect(text).not.toContain(secret);
    for (const secret of [cardholder, "77341950282", "0282", goodCheck.routing])
      expect(text).not.toContain(secret);
    for (const secret of [webhookKey, receiver.url, sandbox().key]) expect(listed).not.toContain(secret);
  });
});
