import { afterEach, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { beginSync } from "#server/gateway-cache/sync.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { findAttempt } from "#server/payments/attempts/attempts.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { decide } from "#server/payments/decide.ts";
import { findCurrentAttempt } from "#server/payments/follow-up/find-current-attempt.ts";
import { resolveDue } from "#server/payments/recovery/resolve.ts";
import { findGaps } from "./gaps.ts";
import { checkAgain, findEvent, readInbox } from "./inbox.ts";
import { countRefusals, keepRefusals } from "./refusals.ts";
import { pruneEvents } from "./store.ts";
import { allEvents, charge, deliver, eventBody, sign, tooLong, webhookKey } from "./test-inbox.ts";
import { checkDue } from "./worker.ts";

const gateway = new FakeGateway();
const asked = () => gateway.reads;

connectTo(gateway, { GATEWAY_TIMEOUT_MS: "1000", GATEWAY_WEBHOOK_KEY: webhookKey });
afterEach(() => gateway.reset());

/** Checks as if another hour had passed since the last check. */
let hours = 0;
const later = () => {
  hours += 1;
  return checkDue(Date.now() + hours * 3_600_000);
};
async function forgetAttempts(): Promise<void> {
  await db().deleteFrom("attempt_steps").execute();
  await db().deleteFrom("attempts").execute();
}
const inBatch = { trantype_code: "S", result_code: "A" };
const onlyEvent = async () => {
  const [event, ...others] = await allEvents();
  if (!event || others.length > 0) throw new Error(`${others.length + 1} events instead of one`);
  return event;
};

describeStores("the inbox of the gateway's events", (open) => {
  beforeAll(async () => useStore((await open()).db));
  afterEach(async () => {
    hours = 0;
    await keepRefusals();
    await db().deleteFrom("webhook_events").execute();
    await db().deleteFrom("indexed_transactions").execute();
    await forgetAttempts();
    await db().deleteFrom("webhook_refusals").execute();
  });

  test.each<[string, (body: string) => string | null, number]>([
    ["lower-case hex", (body) => sign(body), 200],
    ["upper-case hex", (body) => sign(body).toUpperCase(), 200],
    ["hex behind sha256=", (body) => `sha256=${sign(body)}`, 200],
    ["another key's", (body) => sign(body, "another key"), 401],
    ["another body's", (body) => sign(`${body} `), 401],
    ["cut short", (body) => sign(body).slice(0, 63), 401],
    ["not hex", () => "z".repeat(64), 401],
    ["empty", () => "", 401],
    ["missing", () => null, 401],
  ])(
    "a delivery whose signature is %s is answered as it deserves and kept only when it fits",
    async (_form, toSignature, status) => {
      const body = eventBody({});
      const answer = await deliver(body, toSignature(body));
      expect(answer.status).toBe(status);
      expect(await allEvents()).toHaveLength(status === 200 ? 1 : 0);
      await keepRefusals();
      expect(await countRefusals()).toBe(status === 200 ? 0 : 1);
    },
  );

  test("after a rotation the key before counts until its time is over", async () => {
    const { gateway: settings } = env();
    const old = "the-key-before-the-rotation";
    try {
      settings.oldWebhookKey = { key: old, until: Date.now() + 60_000 };
      const [body, late] = [eventBody({}), eventBody({})];
      expect((await deliver(body, sign(body, old))).status).toBe(200);
      expect((await deliver(late)).status).toBe(200);
      expect((await deliver(body, sign(body, "another key"))).status).toBe(401);
      settings.oldWebhookKey = { key: old, until: Date.now() - 1 };
      expect((await deliver(late, sign(late, old))).status).toBe(401);
    } finally {
      settings.oldWebhookKey = undefined;
    }
  });

  test("an approved payment whose event never came is a gap, once events come at all", async () => {
    const hour = 3_600_000;
    const unseen = await charge(gateway, { amount: "61.10" });
    const seen = await charge(gateway, { amount: "61.20" });
    const declined = await charge(gateway, { amount: "61.30" });
    const answer = JSON.stringify({ ...declined.attempt.transaction, result_code: "D" });
    await db().updateTable("attempts").set({ answer }).where("id", "=", declined.attempt.id).execute();
    expect(await findGaps(Date.now() + hour)).toBeUndefined();
    await deliver(eventBody({ key: seen.key }));
    await db()
      .updateTable("webhook_events")
      .set({ received_at: Date.now() - hour })
      .execute();
    expect(await findGaps()).toMatchObject({ count: 0 });
    expect(await findGaps(Date.now() + hour)).toMatchObject({
      count: 1,
      isCut: false,
      shown: [{ attempt: unseen.attempt.id, key: unseen.key, event: "transaction.sale.success" }],
    });
    // Another event of that payment is not this one.
    await deliver(eventBody({ key: unseen.key, type: "transaction.sale.captured" }));
    expect(await findGaps(Date.now() + hour)).toMatchObject({ count: 1 });
    await deliver(eventBody({ key: unseen.key }));
    expect(await findGaps(Date.now() + hour)).toMatchObject({ count: 0 });
    expect(await findGaps(Date.now() + 8 * 24 * hour)).toMatchObject({ count: 0 });
  });

  test("a flood of unsigned deliveries is stored as one count", async () => {
    await Promise.all(Array.from({ length: 200 }, () => deliver(eventBody({}), sign("something else"))));
    await keepRefusals();
    await deliver("again", null);
    await keepRefusals();
    expect(await db().selectFrom("webhook_refusals").selectAll().execute()).toHaveLength(1);
    expect((await readInbox({ limit: 50, offset: 0 })).health).toMatchObject({ refused: 201, waiting: 0 });
    expect(await countRefusals(Date.now() + 26 * 3_600_000)).toBe(0);
  });

  test("a body that is too long is refused, with or without a content length", async () => {
    expect((await deliver(tooLong(0))).status).toBe(200);
    expect((await deliver(tooLong(1))).status).toBe(413);
    expect(await allEvents()).toHaveLength(1);
  });

  test("an event delivered eight times at once is one event and one request", async () => {
    const { key } = await charge(gateway, { lost: true });
    const body = eventBody({ key, object: { amount: "42.50" } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    await Promise.all(Array.from({ length: 8 }, () => checkDue()));
    expect(await onlyEvent()).toMatchObject({ deliveries: 8, verdict: "settled" });
    await deliver(body);
    await later();
    expect(await onlyEvent()).toMatchObject({ deliveries: 9, verdict: "settled", next_check_at: null });
    expect(asked()).toBe(1);
  });

  test("several events of one transaction cost one request", async () => {
    const { key } = await charge(gateway);
    for (const type of ["ach.submitted", "ach.settled", "transaction.sale.captured"])
      await deliver(eventBody({ type, key }));
    await checkDue();
    expect(asked()).toBe(1);
    expect((await allEvents()).every(({ checked_at }) => checked_at !== null)).toBe(true);
  });

  test("the event of an answered charge is confirmed by that answer, without a request", async () => {
    const { key, attempt } = await charge(gateway);
    await deliver(eventBody({ key, object: { amount: "42.50", result_code: "A" } }));
    await checkDue();
    const event = await onlyEvent();
    expect(event).toMatchObject({ verdict: "confirmed", next_check_at: null });
    expect(event.verdict_text).toContain(attempt.reference);
    expect(asked()).toBe(0);
  });

  test("an event that needs no request gets its verdict while the gateway is unreachable", async () => {
    const { key } = await charge(gateway);
    await deliver(eventBody({ key, type: "ach.settled" }));
    const other = await charge(gateway);
    await deliver(eventBody({ key: other.key, object: { amount: "42.50", result_code: "A" } }));
    const readsFrom = Date.now() + 30_000;
    await checkDue(Date.now(), { readsFrom });
    const verdictOf = async (of: string) =>
      (await allEvents()).find(({ transaction_key }) => transaction_key === of);
    expect(await verdictOf(other.key)).toMatchObject({ verdict: "confirmed" });
    expect(await verdictOf(key)).toMatchObject({ verdict: "waiting", next_check_at: readsFrom });
    expect(asked()).toBe(0);
    await checkDue(readsFrom);
    expect(asked()).toBe(1);
  });

  test("the events of a bulk file are checked in one run without requests", async () => {
    for (let line = 0; line < 60; line += 1)
      await deliver(eventBody({ key: `1nf-line-${line}`, object: inBatch }));
    expect(await checkDue()).toBe("done");
    expect((await allEvents()).every(({ verdict }) => verdict === "nothing")).toBe(true);
    expect(asked()).toBe(0);
  });

  const isIndexed = async (key: string) =>
    (await db().selectFrom("indexed_transactions").select("id").where("id", "=", key).execute()).length === 1;

  test("a payment taken elsewhere that no list shows is read once and indexed, with any events after it", async () => {
    const { key } = await charge(gateway);
    await forgetAttempts();
    for (const trantype_code of ["G", "G"]) {
      await deliver(eventBody({ key, object: { trantype_code, result_code: "A" } }));
      await later();
    }
    expect(await isIndexed(key)).toBe(true);
    expect(asked()).toBe(1);
  });

  test("a payment taken elsewhere waits while the list of a bulk file may show it", async () => {
    const { key } = await charge(gateway);
    await forgetAttempts();
    await beginSync("bulk", "group-1");
    await deliver(eventBody({ key, object: { trantype_code: "S", result_code: "D" } }));
    await checkDue();
    expect(await onlyEvent()).toMatchObject({ verdict: "nothing", checked_at: null });
    expect(asked()).toBe(0);
    await db().deleteFrom("batch_syncs").execute();
    await later();
    expect(asked()).toBe(1);
    expect(await isIndexed(key)).toBe(true);
  });

  test("an event of another system's card payment in a batch costs no request until a user asks", async () => {
    const { key } = await charge(gateway);
    await forgetAttempts();
    await deliver(eventBody({ key, id: "from-elsewhere", object: inBatch }));
    await later();
    expect(await onlyEvent()).toMatchObject({ verdict: "nothing" });
    expect(asked()).toBe(0);
    expect(await checkAgain("from-elsewhere")).toMatchObject({ ok: true, value: { verdict: "confirmed" } });
    expect(asked()).toBe(1);
  });

  test("a lost answer that no list shows is settled by its event", async () => {
    gateway.lists = false;
    // An authorization is in no batch.
    const { attempt, key } = await charge(gateway, { lost: true, kind: "later" });
    gateway.batch = false;
    await resolveDue(Date.now() + 3_600_000);
    expect(await findAttempt(attempt.id)).toMatchObject({ state: "unknown" });
    await deliver(eventBody({ key, id: "the-news", object: { amount: "42.50" } }));
    await checkDue();
    expect(await findAttempt(attempt.id)).toMatchObject({
      state: "resolved",
      problem: { moved: true },
      transaction: { key },
    });
    const event = await findEvent("the-news");
    expect(event).toMatchObject({ verdict: "settled", attempts: [{ reference: attempt.reference }] });
    expect(event?.shown).toMatchObject({ status: "Authorized (Pending Settlement)" });
  });

  test("an event alone proves nothing: a decline it reports settles nothing that the gateway does not show", async () => {
    const { attempt } = await charge(gateway, { lost: true });
    gateway.transactions = [];
    await deliver(
      eventBody({ type: "transaction.sale.failure", key: "1nfnone", object: { amount: "42.50" } }),
    );
    await checkDue();
    expect(await onlyEvent()).toMatchObject({ verdict: "missing" });
    expect(await findAttempt(attempt.id)).toMatchObject({ state: "unknown" });
  });

  test.each([
    ["transaction.sale.failure", {}, "differs"],
    ["transaction.sale.success", { amount: "4250.00" }, "differs"],
    ["transaction.sale.success", { result_code: "D", amount: "1.00" }, "differs"],
    ["transaction.sale.voided", {}, "differs"],
    ["transaction.sale.captured", { amount: "42.50" }, "confirmed"],
    ["something.new", {}, "unknown"],
  ])("%s with %o is held against the gateway's own answer", async (type, object, verdict) => {
    const { key } = await charge(gateway);
    await deliver(eventBody({ type, key, object }));
    await checkDue();
    expect(await onlyEvent()).toMatchObject({ verdict, event_type: type });
  });

  test("an event that may be about a payment recorded as not made is checked", async () => {
    const { key } = await charge(gateway, { lost: true });
    const event = (amount: string) => eventBody({ key, object: { amount, trantype_code: "S" } });
    await db().updateTable("attempts").set({ state: "resolved" }).execute();
    await deliver(event("42.50"));
    await checkDue();
    expect(asked()).toBe(1);
    await deliver(event("42.51"));
    await db().updateTable("attempts").set({ prepared_at: 1 }).execute();
    await deliver(event("42.50"));
    await checkDue();
    expect(asked()).toBe(1);
  });

  test("an event of a payment that a manager recorded as not made contradicts the decision", async () => {
    const { key, attempt } = await charge(gateway, { lost: true });
    await decide(
      { id: "manager-1", name: "Theo Lindqvist" },
      { attemptId: attempt.id, moved: false, reason: "Not in the portal." },
    );
    await deliver(eventBody({ key, object: { amount: "42.50", trantype_code: "S" } }));
    await checkDue();
    expect(await onlyEvent()).toMatchObject({ verdict: "contradicts" });
    expect(await findAttempt(attempt.id)).toMatchObject({
      problem: { moved: false, decidedBy: "Theo Lindqvist" },
      contradiction: { moved: true },
    });
  });

  test.each(["ach.returned", "ach.failed"])(
    "%s of another system's check is looked into and raises a notice",
    async (type) => {
      gateway.transactions = [
        {
          key: "1nfother",
          result_code: "A",
          trantype_code: "K",
          status_code: type === "ach.returned" ? "R" : "E",
          amount: "10.00",
          check: { banknote: "R02" },
        },
      ];
      await db().deleteFrom("notices").execute();
      await deliver(eventBody({ type, key: "1nfother" }));
      await checkDue();
      expect(await onlyEvent()).toMatchObject({ verdict: "confirmed" });
      expect(await listOpenNotices()).toMatchObject([
        { kind: "return", transactionKey: "1nfother", reason: "R02" },
      ]);
    },
  );

  test("an event that arrives before the answer of its payment waits for it without a request", async () => {
    const { key, attempt } = await charge(gateway);
    await db().updateTable("attempts").set({ state: "sent", answer: null, transaction_key: null }).execute();
    await deliver(eventBody({ key, object: { amount: "42.50" } }));
    await checkDue();
    expect(await onlyEvent()).toMatchObject({ verdict: "waiting" });
    expect(asked()).toBe(0);
    await db().updateTable("attempts").set({ state: "unknown" }).where("id", "=", attempt.id).execute();
    await later();
    expect(await onlyEvent()).toMatchObject({ verdict: "settled" });
  });

  test("an event of a payment is checked while an action on it has lost its answer", async () => {
    const { key, attempt } = await charge(gateway);
    const { id: _, ...sale } = await db()
      .selectFrom("attempts")
      .selectAll()
      .where("id", "=", attempt.id)
      .executeTakeFirstOrThrow();
    const action = { ...sale, command: "void", original_key: key } as const;
    await db()
      .insertInto("attempts")
      .values([
        { ...action, id: "first-void", reference: "FIRST" },
        {
          ...action,
          id: "lost-void",
          reference: "LOST",
          state: "unknown",
          answer: null,
          transaction_key: null,
        },
      ])
      .execute();
    await deliver(eventBody({ type: "transaction.sale.voided", key, object: { amount: "42.50" } }));
    await checkDue();
    expect(asked()).toBe(1);
    await db().deleteFrom("attempts").where("id", "=", "lost-void").execute();
    await deliver(eventBody({ type: "transaction.sale.voided", key, object: { amount: "42.50" } }));
    await checkDue();
    expect(asked()).toBe(1);
  });

  test.each(["here", "elsewhere"])(
    "a second void elsewhere, after the first was undone %s, is read and not taken for the first",
    async (place) => {
      const { key, attempt } = await charge(gateway);
      const { id: _, ...sale } = await db()
        .selectFrom("attempts")
        .selectAll()
        .where("id", "=", attempt.id)
        .executeTakeFirstOrThrow();
      const action = { ...sale, command: "void", original_key: key } as const;
      const later = { prepared_at: sale.prepared_at + 1, outcome_at: (sale.outcome_at ?? 0) + 1 };
      await db()
        .insertInto("attempts")
        .values({ ...action, id: `void-${place}`, reference: `V-${place}` })
        .execute();
      const voided = () => eventBody({ type: "transaction.sale.voided", key, object: { amount: "42.50" } });
      await deliver(voided());
      await checkDue();
      expect(asked()).toBe(0);
      if (place === "here")
        await db()
          .insertInto("attempts")
          .values({ ...action, ...later, id: `unvoid-${place}`, reference: `U-${place}`, command: "unvoid" })
          .execute();
      else await deliver(eventBody({ type: "transaction.sale.unvoided", key, object: { amount: "42.50" } }));
      await checkDue();
      const before = asked();
      Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, { trantype_code: "V" });
      await deliver(voided());
      await checkDue();
      expect(asked()).toBe(before + 1);
      expect((await findCurrentAttempt(attempt.id))?.current?.state).toBe("voided");
    },
  );

  test("while the gateway is unreachable an event is retried with growing delays", async () => {
    const { key } = await charge(gateway, { lost: true });
    await deliver(eventBody({ key, object: { amount: "42.50" } }));
    gateway.down = true;
    const pauses: number[] = [];
    for (let look = 0; look < 4; look += 1) {
      await later();
      const { next_check_at } = await onlyEvent();
      pauses.push((next_check_at ?? 0) - Date.now() - hours * 3_600_000);
    }
    expect(pauses.map((pause) => Math.round(pause / 1000))).toEqual([5, 15, 30, 60]);
    expect(await onlyEvent()).toMatchObject({ verdict: "waiting" });
    expect(await checkAgain((await onlyEvent()).event_id)).toMatchObject({ ok: false });
    gateway.down = false;
    await later();
    expect(await onlyEvent()).toMatchObject({ verdict: "settled" });
  });

  test("a check that a process left unfinished is taken over by another", async () => {
    const { key } = await charge(gateway, { lost: true });
    await deliver(eventBody({ key, object: { amount: "42.50" } }));
    await db()
      .updateTable("webhook_events")
      .set({ next_check_at: Date.now() + 120_000, checks: 1 })
      .execute();
    await checkDue();
    expect(asked()).toBe(0);
    await later();
    expect(await onlyEvent()).toMatchObject({ verdict: "settled" });
  });

  test("an invalid event is stored once as received, without a request", async () => {
    for (const body of ["hello", "[1,2]", '{"type":"event"}', "", "\u0000\ud800", "[".repeat(50_000)]) {
      expect((await deliver(body)).status).toBe(200);
      expect((await deliver(body)).status).toBe(200);
    }
    await later();
    const events = await allEvents();
    expect(events).toHaveLength(6);
    expect(events.every(({ verdict, deliveries }) => verdict === "unknown" && deliveries === 2)).toBe(true);
    expect(asked()).toBe(0);
  });

  test("the name of an invalid event reveals no card number", async () => {
    const [one, other] = ["4000100011112224", "4761736666666664"].map((card) => JSON.stringify({ card }));
    await deliver(one ?? "");
    await deliver(other ?? "");
    await later();
    expect(await allEvents()).toMatchObject([{ deliveries: 2 }]);
  });

  test("a card number is not stored, wherever it occurs", async () => {
    const number = "4000100011112224";
    const numeric = `{"event_id":"${number}","event_type":"t ${number}","event_body":{"object":{"key":"${number}","n":${number},"creditcard":{"number":"4000 1000 1111 2224","cvc":"999"},"deep":[["\\u0034000100011112224"]]}}}`;
    expect((await deliver(numeric)).status).toBe(200);
    expect((await deliver(`not even JSON ${number}`)).status).toBe(200);
    const kept = JSON.stringify(await allEvents());
    expect(kept).not.toMatch(/4000[ -]?1000[ -]?1111[ -]?2224/);
    expect(kept).not.toContain('"999"');
  });

  test("account numbers, base64 with a card number and a split number are not stored", async () => {
    const base64 = Buffer.from("card 4761736666666664, thank you").toString("base64");
    const account = { bank_account: "1000006789", note: "121000248 1000006789", card_code: "947" };
    const body = { ...account, receipt: base64, pieces: ["4761", "7366", "6666", "6664"] };
    expect((await deliver(JSON.stringify(body))).status).toBe(200);
    const event = (await allEvents()).find(({ body: kept }) => kept.includes("121000248"));
    expect(JSON.parse(event?.body ?? "")).toEqual({
      bank_account: "[redacted]",
      note: "121000248 [account number]",
      receipt: "[card number]",
      pieces: ["[card number]"],
    });
  });

  test.each([
    ["dots and an expiry", "4000.1000.1111.2224 12/28"],
    ["full-width digits", "４０００１０００１１１１２２２４"],
    ["an order number in front", "Order 7 4000 1000 1111 2224"],
    ["a swiped track", ";6999999999999999=28121011234567890?"],
  ])("a card number spelled with %s is not kept", async (_, text) => {
    await deliver(eventBody({ type: text, id: text, key: text, object: { comments: text, [text]: 1 } }));
    const kept = JSON.stringify(await allEvents());
    expect(kept).not.toContain(JSON.stringify(text).slice(1, -1));
    expect(kept.normalize("NFKC")).not.toMatch(/4000.?1000.?1111.?2224|69999999/);
  });

  test("an event with an unterminated string is handled quickly", async () => {
    const began = performance.now();
    expect((await deliver(`{"a":"${'\\"'.repeat(130_000)}`.slice(0, 255 * 1024))).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test("a replayed old event does not make deliveries look healthy", async () => {
    const body = eventBody({});
    await deliver(body);
    const longAgo = Date.now() - DAY_MS;
    await db()
      .updateTable("webhook_events")
      .set({ received_at: longAgo, last_received_at: longAgo })
      .execute();
    await deliver(body);
    const { health } = await readInbox({ limit: 50, offset: 0 });
    expect(health.lastReceivedAt).toBe(longAgo);
    expect(await onlyEvent()).toMatchObject({ deliveries: 2 });
  });

  test("a recorded delivery from before all that are kept is answered and not taken", async () => {
    const old = eventBody({}).replace("2026-11-20 14:12:08", "2026-05-01 14:12:08");
    expect((await deliver(old)).status).toBe(200);
    expect(await allEvents()).toEqual([]);
  });

  test("old events are deleted in bounded steps, new ones stay", async () => {
    for (let i = 0; i < 5; i += 1) await deliver(eventBody({}));
    await db().updateTable("webhook_events").set({ received_at: 1 }).execute();
    await deliver(eventBody({ id: "young" }));
    expect([await pruneEvents(2, 3), await pruneEvents(2, 3), await pruneEvents(2, 3)]).toEqual([3, 2, 0]);
    expect(await onlyEvent()).toMatchObject({ event_id: "young" });
    const noted = await db()
      .selectFrom("audit_events")
      .select("data")
      .where("name", "=", "data.deleted")
      .execute();
    expect(noted.map(({ data }) => JSON.parse(data).rows)).toEqual([3, 2]);
  });

  test("the inbox is filtered by type, verdict and key, in pages, newest first", async () => {
    for (const [index, type] of ["ach.settled", "ach.submitted", "ach.settled"].entries())
      await deliver(
        eventBody({ type, id: `event-${index}`, key: `1nf${index}`, object: { refnum: "77", ...inBatch } }),
      );
    await later();
    const ids = async (filters: object) =>
      (await readInbox({ limit: 50, offset: 0, ...filters })).page.events.map(({ id }) => id).toSorted();
    expect(await ids({ type: "ach.settled" })).toEqual(["event-0", "event-2"]);
    expect(await ids({ key: "1nf1" })).toEqual(["event-1"]);
    expect(await ids({ key: "77" })).toHaveLength(3);
    expect(await ids({ verdict: "nothing" })).toHaveLength(3);
    expect(await ids({ verdict: "differs" })).toEqual([]);
    const { page } = await readInbox({ limit: 2, offset: 2 });
    expect(page).toMatchObject({ total: 3, events: [{ id: "event-0" }] });
  });
});

test("without a webhook key deliveries get 503, so that the gateway sends them again later", async () => {
  const { receiveDelivery } = await import("./receive.ts");
  const { gateway: settings } = env();
  const key = settings.webhookKey;
  settings.webhookKey = undefined;
  const request = new Request("http://console.test", { method: "POST", body: "{}" });
  expect((await receiveDelivery(request)).status).toBe(503);
  settings.webhookKey = key;
});
