import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startReceiver, type WebhookReceiver } from "#e2e/support/receivers/webhook-receiver.ts";
import { describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { commandNames, commands } from "#lib/gateway/commands.ts";
import { events } from "#lib/gateway/events.ts";
import { keysOf } from "#lib/keys-of.ts";
import {
  approve,
  goodCheck,
  makeAuthorization,
  makeCheck,
  makeSale,
  makeSettledSale,
  read,
} from "../payments.ts";
import { scenarios } from "../rules/command-scenarios.ts";
import { causes } from "./webhook-causes.ts";
import { namesOfEvents, readEvent, sendEventsTo, settle, webhookKey } from "./webhook-inbox.ts";

describeSandboxOnSqlite("events", (sandbox) => {
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

  describe.each(keysOf(events))("%s", (name) => {
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

  test.each(commandNames)("%s raises the event of its row, and no other", async (name) => {
    const fields = await scenarios[name].request(sandbox());
    const meant = name === "creditvoid" ? "transaction.refund.success" : commands[name].event;
    expect(await eventsSince(() => sandbox().command(name, fields))).toEqual(meant ? [meant] : []);
  });

  test("the object of an event describes the payment and what it follows", async () => {
    const creditcard = {
      ...goodCard,
      cardholder: "Sofia Marchetti",
      avs_street: "7 Orchard Close",
      avs_zip: "60640",
    };
    const fields = { invoice: "A-7", orderid: "order-7", amount_detail: { tax: "1.00" }, creditcard };
    const trankey = await makeSale(sandbox(), "12.00", fields);
    const { created } = await read(sandbox(), trankey);
    await sandbox().command("refund", { trankey, amount: "2.00" });
    await settle(sandbox());
    const [sale, refund] = receiver.received.map(readEvent).map(({ event_body }) => event_body.object);
    expect(sale).toMatchObject({
      invoice: "A-7",
      orderid: "order-7",
      auth_amount: "12.00",
      authcode: expect.stringMatching(/^\d{6}$/),
      avs: { result_code: "YYY" },
      cvc: { result_code: "M" },
      amount_detail: { tax: "1.00" },
      batch: { type: "batch", sequence: "1" },
    });
    expect(sale?.creditcard).toEqual({
      type: "V",
      number: "xxxxxxxxxxxx2224",
      entry_mode: "Card Not Present, Manually Keyed",
    });
    expect(sale).not.toHaveProperty("original_date");
    expect(refund).toMatchObject({ orderid: "order-7", original_date: created });
  });

  test("a step that changes a payment has the payment's date as the original one", async () => {
    const key = await makeAuthorization(sandbox(), "12.00");
    const { created } = await read(sandbox(), key);
    await sandbox().control("POST", "/clock", { advance: "PT1H" });
    const names = await eventsSince(async () => {
      for (const command of ["cc:capture", "queue", "cc:capture", "cc:adjust", "void", "unvoid"])
        await approve(sandbox(), command, { trankey: key, refnum: key });
    });
    expect(names.map((name) => name.split(".").at(-1)).sort()).toEqual(
      ["captured", "queued", "captured", "adjusted", "voided", "unvoided"].sort(),
    );
    for (const { event_body } of receiver.received.map(readEvent))
      expect(event_body.object.original_date).toBe(created);
  });

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
    const [returned] = receiver.received.map(readEvent).slice(-1);
    expect(returned?.event_body.object.check).toMatchObject({
      trackingcode: (await read(sandbox(), key)).check.trackingnum,
      reason: "R02",
    });
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
          old: { status: "P", status_text: "Pending", processed: "" },
          new: { status: "B", status_text: "Submitted", processed: "2040-06-04" },
        },
      ],
      [
        "ach.settled",
        "2040-06-05 08:00:00",
        {
          old: { status: "B", status_text: "Submitted", settled: "" },
          new: { status: "S", status_text: "Settled", settled: "2040-06-05" },
        },
      ],
      [
        "ach.returned",
        "2040-06-07 08:00:00",
        {
          old: { status: "S", status_text: "Settled", returned: null, banknote: "Name changed" },
          new: {
            status: "R",
            status_text: "Returned",
            reason: "R02",
            returned: "2040-06-07",
            banknote: "R02",
          },
        },
      ],
    ]);
  });

  test("an event contains a card only as its mask, no account or holder, and the deliveries list no URL", async () => {
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
    for (const secret of [goodCard.number, "4000100011112225", "1249", '"123"', "400010"])
      expect(text).not.toContain(secret);
    for (const secret of [cardholder, "77341950282", "0282", goodCheck.routing])
      expect(text).not.toContain(secret);
    for (const secret of [webhookKey, receiver.url, sandbox().key]) expect(listed).not.toContain(secret);
  });
});
