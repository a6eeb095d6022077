import { beforeAll, expect, test } from "vitest";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { listBatchTransactions } from "#server/gateway-cache/batch-transactions.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { startCharge } from "../start-charge.ts";
import { findCurrentAttempt, listCurrentAttempts } from "./find-current-attempt.ts";
import { startFollowUp } from "./start-follow-up.ts";
import {
  clerk,
  done,
  existing,
  follow,
  gateway,
  manager,
  nextNumber,
  sale,
  setUpFollowUps,
} from "./test-follow-ups.ts";

setUpFollowUps();

describeStoresOnSqlite("the list of payments", (open) => {
  beforeAll(async () => useStore((await open()).db));

  const row = async (id: string) =>
    (await listCurrentAttempts({ limit: 50 })).find((one) => one.id === id)?.current;
  const signed = async (id: string) =>
    (await listCurrentAttempts({ limit: 50 })).find((one) => one.id === id)?.signedCents;

  test("holds the form of a single payment for the next one after a reload, without card data", async () => {
    const { order: none } = emptyCharge("form-number-000000000001");
    const order = { ...none, invoice: "10482", ponum: "PO-7", comments: "Call first" };
    const charged = await startCharge(clerk, sale("30.50", { order }));
    if (!charged.ok) throw new Error("it was stopped");
    const { id } = charged.value;
    expect((await findCurrentAttempt(id))?.form).toEqual({
      "order.invoice": "10482",
      "order.ponum": "PO-7",
      "order.comments": "Call first",
    });
    const [listed] = (await listCurrentAttempts({ limit: 50 })).filter((one) => one.id === id);
    expect(listed).not.toHaveProperty("form");
  });

  test("shows a payment as it is now: voided, restored, refunded in part and in full", async () => {
    const charged = await startCharge(clerk, sale("31.00"));
    if (!charged.ok) throw new Error("it was stopped");
    const { id, transaction } = charged.value;
    const key = transaction?.key ?? "";
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void", "unvoid", "refund"] });
    expect(await row(id)).toEqual({ refundedCents: 0 });
    const voided = await done(clerk, follow("void", key, ""));
    expect(await row(id)).toMatchObject({ state: "voided" });
    expect(await signed(voided.id)).toBe(-3100);
    await done(clerk, follow("unvoid", key, ""));
    expect(await row(id)).toEqual({ refundedCents: 0 });
    const refund = await done(manager, follow("refund", key, "11.00"));
    expect(await row(id)).toMatchObject({ state: "partlyRefunded", refundedCents: 1100 });
    expect(await signed(refund.id)).toBe(-1100);
    await done(manager, follow("refund", key, "20.00"));
    expect(await row(id)).toMatchObject({ state: "refunded", refundedCents: 3100 });
  });

  test("says of an action that another one on the payment followed", async () => {
    const charged = await startCharge(clerk, sale("31.01"));
    if (!charged.ok) throw new Error("it was stopped");
    const key = charged.value.transaction?.key ?? "";
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void", "unvoid"] });
    const voided = await done(clerk, follow("void", key, ""));
    // The gateway answers with the payment itself.
    const answerWithPayment = () =>
      db().updateTable("attempts").set({ transaction_key: key }).where("original_key", "=", key).execute();
    await answerWithPayment();
    expect(await row(voided.id)).toEqual({ refundedCents: 0 });
    const restored = await done(clerk, follow("unvoid", key, ""));
    await answerWithPayment();
    expect(await row(voided.id)).toEqual({ refundedCents: 0, isFollowed: true });
    expect(await row(restored.id)).toEqual({ refundedCents: 0 });
  });

  test("calls no payment refunded while its refund has no answer", async () => {
    const charged = await startCharge(clerk, sale("31.02", { tender: "cash" }));
    if (!charged.ok) throw new Error("it was stopped");
    const { id, transaction } = charged.value;
    const key = transaction?.key ?? "";
    const shown = gateway.transactions.find((one) => one.key === key);
    Object.assign(shown ?? {}, { trantype_code: "G", status_code: "P", status: "Posted" });
    gateway.behavior = "reset-after-commit";
    const refund = await startFollowUp(manager, follow("cash:refund", key, "31.02"));
    gateway.behavior = "approve";
    expect(refund).toMatchObject({ ok: true, value: { state: "unknown" } });
    expect(await row(id)).toMatchObject({ state: "refundUnknown", refundedCents: 3102 });
  });

  test("counts a refund that the gateway gave only in part as that part", async () => {
    const charged = await startCharge(clerk, sale("37.15"));
    if (!charged.ok) throw new Error("it was stopped");
    const { id, transaction } = charged.value;
    const original = gateway.transactions.find(({ key }) => key === transaction?.key);
    Object.assign(original ?? {}, { available_actions: ["void", "refund"] });
    gateway.extra = { auth_amount: "4.00" };
    await done(manager, follow("refund", transaction?.key ?? "", "11.00"));
    gateway.extra = {};
    expect(await row(id)).toMatchObject({ state: "partlyRefunded", refundedCents: 400 });
  });

  test("shows of an authorization what was captured, and of a sale its total with the tip", async () => {
    const held = await startCharge(clerk, sale("100.55", { kind: "later" }));
    if (!held.ok) throw new Error("it was stopped");
    Object.assign(gateway.transactions[0] ?? {}, {
      trantype_code: "A",
      status_code: "N",
      available_actions: ["capture"],
    });
    expect(await row(held.value.id)).not.toHaveProperty("cents");
    await done(clerk, follow("cc:capture", held.value.transaction?.key ?? "", "20.00"));
    expect(await row(held.value.id)).toMatchObject({ state: "pending", cents: 2000 });
    expect(await startCharge(clerk, sale("100.55"))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ current: { cents: 2000 } }] },
    });

    const tipped = await startCharge(clerk, sale("42.01"));
    if (!tipped.ok) throw new Error("it was stopped");
    const shown = gateway.transactions.find(({ key }) => key === tipped.value.transaction?.key) ?? {};
    Object.assign(shown, { available_actions: ["addtip"] });
    await done(clerk, follow("cc:adjust", tipped.value.transaction?.key ?? "", "45.01"));
    expect(await row(tipped.value.id)).toMatchObject({ cents: 4501 });
  });

  test("shows the amount that a later reading shows, of a partial approval only its part", async () => {
    const changed = await startCharge(clerk, sale("42.02"));
    gateway.extra = { result_code: "P", auth_amount: "21.01" };
    const part = await startCharge(clerk, sale("42.03"));
    gateway.extra = {};
    if (!changed.ok || !part.ok) throw new Error("it was stopped");
    for (const [{ value }, change] of [
      [changed, { amount: "47.02", auth_amount: "47.02" }],
      [part, { result_code: undefined }],
    ] as const) {
      const key = value.transaction?.key ?? "";
      const settled = { status_code: "S", batch: { key: "1t1closed" } };
      Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, { ...settled, ...change });
      await readTransaction(key, { fresh: true });
    }
    expect(await row(changed.value.id)).toMatchObject({ state: "settled", cents: 4702 });
    expect(await row(part.value.id)).toMatchObject({
      state: "settled",
      refundedCents: 0,
      balance: { openCents: 2102 },
    });
  });

  test("keeps released funds apart from a void, also when the event that comes of both is later", async () => {
    const charged = await startCharge(clerk, sale("31.40"));
    if (!charged.ok) throw new Error("it was stopped");
    const key = charged.value.transaction?.key ?? "";
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["releasefunds"] });
    await done(clerk, follow("cc:void:release", key, ""));
    expect(await row(charged.value.id)).toMatchObject({ state: "released" });
    await insertEvent("transaction.sale.voided", { key });
    expect(await row(charged.value.id)).toMatchObject({ state: "released" });
  });

  test("shows a check that the gateway holds as held for review, until a reading shows it released", async () => {
    const empty = emptyCharge("");
    const check = { ...empty.check, name: "Ada Okafor", routing: "121000248", account: "1000006789" };
    const charged = await startCharge(clerk, sale("9999.99", { tender: "check", check }));
    if (!charged.ok) throw new Error("it was stopped");
    const key = charged.value.transaction?.key ?? "";
    const shown = gateway.transactions.find((one) => one.key === key) ?? {};
    Object.assign(shown, { trantype_code: "K", status_code: "M", check: { accountholder: "Ada Okafor" } });
    await readTransaction(key);
    expect(await row(charged.value.id)).toMatchObject({ state: "held" });
    Object.assign(shown, { status_code: "P" });
    await readTransaction(key, { fresh: true });
    expect((await row(charged.value.id))?.state).toBe("pending");
  });

  test("shows every payment of a closed batch as settled, also those not opened since", async () => {
    const charged = await startCharge(clerk, sale("31.50"));
    const voided = await startCharge(clerk, sale("31.51"));
    if (!charged.ok || !voided.ok) throw new Error("it was stopped");
    for (const shown of gateway.transactions) Object.assign(shown, { available_actions: ["void"] });
    const batch = { key: "1t1ended", batch: "{}", read_at: 1 };
    for (const { value } of [charged, voided])
      await db()
        .updateTable("attempts")
        .set({ answer: JSON.stringify({ ...value.transaction, batch: { key: batch.key } }) })
        .where("id", "=", value.id)
        .execute();
    await done(clerk, follow("void", voided.value.transaction?.key ?? "", ""));
    await db()
      .insertInto("cached_batches")
      .values({ ...batch, closed: 0 })
      .execute();
    expect(await row(charged.value.id)).toEqual({ refundedCents: 0 });
    await db().updateTable("cached_batches").set({ closed: 1 }).where("key", "=", batch.key).execute();
    expect(await row(charged.value.id)).toMatchObject({ state: "settled" });
    expect(await row(voided.value.id)).toMatchObject({ state: "voided" });
    await db().deleteFrom("cached_batches").where("key", "=", batch.key).execute();
  });

  test.each([
    ["the open batch", "33.01"],
    ["a reading", "33.02"],
    ["an event", "33.03"],
  ])("shows a part refunded elsewhere as soon as %s shows it", async (source, amount) => {
    const invoice = `INV-P${nextNumber()}`;
    const order = { ...emptyCharge("").order, invoice };
    const charged = await startCharge(clerk, sale(amount, { order }));
    if (!charged.ok) throw new Error("it was stopped");
    const refund = existing({ trantype_code: "C", status_code: "P", amount: "12.00", invoice });
    expect(await row(charged.value.id)).toMatchObject({ refundedCents: 0 });
    if (source === "the open batch") await listBatchTransactions("current", { limit: 20, offset: 0 });
    else if (source === "a reading") await readTransaction(refund);
    else await insertRefundEvent({ key: refund, type: "transaction", amount: "12.00", invoice });
    expect(await row(charged.value.id)).toMatchObject({ state: "partlyRefunded", refundedCents: 1200 });
  });

  const insertRefundEvent = (object: { key: string } & Record<string, unknown>) =>
    insertEvent("transaction.refund.success", object);

  const insertEvent = async (name: string, object: { key: string } & Record<string, unknown>) => {
    const body = {
      type: "event",
      event_id: `${name} ${object.key}`,
      event_type: name,
      event_triggered: "2026-11-20 13:54:00",
      event_body: { merchant: { merch_key: "m" }, object },
    };
    await db()
      .insertInto("webhook_events")
      .values({
        event_id: body.event_id,
        event_type: body.event_type,
        transaction_key: object.key,
        refnum: null,
        triggered: null,
        received_at: Date.now(),
        last_received_at: Date.now(),
        deliveries: 1,
        body: JSON.stringify(body),
        verdict: "nothing",
        verdict_text: "",
        shown: null,
        checked_at: null,
        next_check_at: null,
        checks: 0,
      })
      .execute();
  };

  test("shows what others did, where the gateway cache or an event knows of it", async () => {
    const charged = await startCharge(clerk, sale("32.00"));
    if (!charged.ok) throw new Error("it was stopped");
    const { id, transaction } = charged.value;
    const key = transaction?.key ?? "";
    await db()
      .insertInto("cached_transactions")
      .values({
        key,
        refnum: null,
        batch_key: "1t1closed",
        ordinal: 1,
        kind: "voids",
        cents: 3200,
        detail: JSON.stringify({ key, trantype_code: "V", status_code: "P", result_code: "A" }),
        whole: 0,
        read_at: 1,
      })
      .execute();
    expect(await row(id)).toMatchObject({ state: "voided" });
    const event = {
      received_at: 2,
      last_received_at: 2,
      deliveries: 1,
      body: "{}",
      verdict_text: "",
      checks: 0,
    };
    await db()
      .insertInto("webhook_events")
      .values({
        ...event,
        event_id: `returned ${key}`,
        event_type: "ach.returned",
        transaction_key: key,
        refnum: null,
        triggered: null,
        verdict: "confirmed",
        shown: null,
        checked_at: null,
        next_check_at: null,
      })
      .execute();
    expect(await row(id)).toMatchObject({ state: "returned" });
  });
});
