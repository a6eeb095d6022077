import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { chargeForm } from "#lib/charge/form.ts";
import { type ChargeValues, emptyCharge, inUse } from "#lib/charge/values.ts";
import type { FollowUpCommand } from "#lib/forms/follow-up.ts";
import { followUpForm } from "#lib/forms/follow-up-form.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Role } from "#lib/permissions.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { listBatchTransactions } from "#server/gateway-cache/batch-transactions.ts";
import { cacheResults } from "#server/gateway-cache/cached-results.ts";
import { isKnownTransaction } from "#server/gateway-cache/known-transactions.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { asCaller } from "#server/gateway-client/caller.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { emptyState } from "#server/gateway-client/rate-limit/state.ts";
import { listEffective } from "../attempts/attempt-queries.ts";
import { findAttempt } from "../attempts/attempts.ts";
import { decide, decisionForm } from "../decide.ts";
import { startCharge } from "../start-charge.ts";
import { findPresent, listPresent } from "./find-present.ts";
import { readPayment } from "./payment-reading.ts";
import { startFollowUp } from "./start-follow-up.ts";

const gateway = new FakeGateway();
const clerk = { id: "clerk-1", name: "Mira Castellanos", role: "clerk" as Role };
const manager = { id: "manager-1", name: "Tobias Lindqvist", role: "manager" as Role };
const form = chargeForm("2026-11");

beforeAll(async () => {
  process.env.GATEWAY_URL = await gateway.start();
  process.env.GATEWAY_API_KEY = "test-key";
  process.env.GATEWAY_API_PIN = "test-pin";
  process.env.AUTH_SECRET = "a".repeat(40);
  process.env.GATEWAY_TIMEOUT_MS = "1000";
});
afterEach(async () => {
  gateway.reset();
  // What was read of that gateway is gone with it.
  await db().deleteFrom("cached_transactions").execute();
});
afterAll(() => gateway.stop());

let count = 0;
function nextId(): string {
  count += 1;
  return `follow-up-${String(count).padStart(14, "0")}`;
}
beforeEach(() => {
  count += 1;
  gateway.prefix = `1nf${count}x`;
});

/** A payment as the gateway shows it, of an amount of its own. */
function existing(changes: Record<string, unknown> = {}) {
  count += 1;
  const key = `1nforig${count}`;
  gateway.transactions.push({
    type: "transaction",
    key,
    refnum: String(4_000_000_000 + count),
    result_code: "A",
    trantype_code: "S",
    status_code: "S",
    amount: "70.00",
    auth_amount: "70.00",
    creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
    batch: { key: "1t1closed", sequence: "7" },
    available_actions: ["refund", "quickrefund", "quicksale", "capture", "void"],
    ...changes,
  });
  return key;
}

/** As the gateway shows a refund once it is voided. */
function showVoided(key: string): void {
  Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, { trantype_code: "Z" });
}

const follow = (
  command: FollowUpCommand,
  key: string,
  amount: string,
  change: Partial<Parameters<typeof followUpForm.parse>[0] & object> = {},
) => followUpForm.parse({ attemptId: nextId(), key, command, amount, reason: "Goods returned", ...change });

const done = async (...args: Parameters<typeof startFollowUp>) => {
  const result = await startFollowUp(...args);
  if (!result.ok) throw new Error(`stopped: ${JSON.stringify(result.problem)}`);
  return result.value;
};

function sale(amount: string, change: Partial<ChargeValues> = {}) {
  const empty = emptyCharge(nextId());
  const card = { ...empty.card, number: "4000100011112224", expiration: "1228" };
  return form.parse(inUse({ ...empty, amount, card, ...change }));
}

describeStores("a loop of actions on payments that do not exist", (open) => {
  beforeAll(async () => useStore((await open()).db));
  afterEach(() => limiter().change((state) => void Object.assign(state, emptyState(Date.now()))));

  test("uses up the person's own share of the day, and nothing of the payments' reserve", async () => {
    gateway.rateLimit = "1 of 1000/min; 1 of 60/day";
    await asCaller(manager, () => done(manager, follow("refund", existing(), "1.00")));
    await expect.poll(() => limiter().read(({ day }) => day.limit)).toBe(60);
    gateway.rateLimit = undefined;
    const readsBefore = gateway.reads;
    const refusals = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        asCaller(clerk, () => startFollowUp(clerk, follow("void", `zq${place}`, ""))),
      ),
    );
    expect(gateway.reads - readsBefore).toBe(30);
    const messages = refusals.map((one) => (one.ok ? "" : "message" in one.problem && one.problem.message));
    expect(
      messages.filter((text) => /^You have read a lot today; .* Nothing was done\.$/.test(text || "")),
    ).toHaveLength(20);
    expect((await asCaller(manager, () => readTransaction("zq99", { fresh: true }))).kind).toBe("missing");
    const outcome = await asCaller(manager, () => done(manager, follow("refund", existing(), "1.00")));
    expect(outcome.state).toBe("answered");
  });

  test("asks the gateway once for the same key, and leaves one that is known its way", async () => {
    const readsBefore = gateway.reads;
    for (let time = 0; time < 5; time += 1)
      expect(await startFollowUp(clerk, follow("void", "zqsame", ""))).toMatchObject({ ok: false });
    expect(gateway.reads - readsBefore).toBe(1);
    const key = existing();
    expect(await isKnownTransaction(key)).toBe(false);
    gateway.openBatch = [...gateway.transactions];
    await listBatchTransactions("current", { limit: 50, offset: 0 });
    expect(await isKnownTransaction(key)).toBe(true);
  });
});

describeStores("an action that takes money", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("repeated within minutes asks first, with who took the other, and sends nothing before", async () => {
    const key = existing();
    const first = await done(clerk, follow("quicksale", key, "9.00"));
    const again = follow("quicksale", key, "9.00");
    expect(await startFollowUp(manager, again)).toMatchObject({
      ok: false,
      problem: { kind: "needs-confirmation", duplicates: [{ id: first.id, userName: clerk.name }] },
    });
    expect(await findAttempt(again.attemptId)).toBeUndefined();
    expect(gateway.posts).toHaveLength(1);
    const confirmed = { ...again, confirmedDuplicates: [first.id] };
    expect((await done(manager, confirmed)).state).toBe("answered");
    expect(gateway.posts).toHaveLength(2);
  });

  test("on the card of a charge from the counter is asked about as that charge", async () => {
    const charged = await startCharge(clerk, sale("11.25"));
    if (!charged.ok) throw new Error("it was stopped");
    const made = gateway.transactions[0];
    Object.assign(made ?? {}, { status_code: "P", available_actions: ["quicksale"] });
    const key = charged.value.transaction?.key ?? "";
    expect(await startFollowUp(clerk, follow("quicksale", key, "11.25"))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: charged.value.id }] },
    });
    await done(clerk, follow("quicksale", key, "12.00"));
    expect(await startCharge(clerk, sale("12.00"))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ command: "quicksale" }] },
    });
  });

  describe("after the first was voided", () => {
    const chargeAgain = (amount: string) => startCharge(clerk, sale(amount));

    async function charged(amount: string) {
      const result = await chargeAgain(amount);
      if (!result.ok) throw new Error("it was stopped");
      const key = result.value.transaction?.key ?? "";
      Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, {
        available_actions: ["void", "releasefunds"],
      });
      return { key, id: result.value.id };
    }

    test.each(["void", "cc:void:release"] as const)(
      "a %s that the gateway approved needs no confirmation",
      async (command) => {
        const amount = command === "void" ? "17.00" : "17.10";
        const { key } = await charged(amount);
        await done(clerk, follow(command, key, ""));
        expect((await chargeAgain(amount)).ok).toBe(true);
      },
    );

    test("a void that was declined or has no answer leaves the question", async () => {
      const { key, id } = await charged("17.20");
      const asked = { problem: { kind: "needs-confirmation", duplicates: [{ id }] } };
      gateway.behaviour = "decline";
      await done(clerk, follow("void", key, ""));
      expect(await chargeAgain("17.20")).toMatchObject(asked);
      gateway.behaviour = "reset-before";
      await done(clerk, follow("void", key, ""));
      expect(await chargeAgain("17.20")).toMatchObject(asked);
    });

    test("a void that a manager decided happened is asked about and shown as voided", async () => {
      const { key, id } = await charged("17.30");
      gateway.behaviour = "reset-before";
      const lost = await done(clerk, follow("void", key, ""));
      gateway.behaviour = "approve";
      await decide(manager, { attemptId: lost.id, moved: true, reason: "Seen at the gateway as voided." });
      expect(await chargeAgain("17.30")).toMatchObject({
        problem: { kind: "needs-confirmation", duplicates: [{ id, present: { state: "voided" } }] },
      });
    });

    test("a void that was undone leaves the question", async () => {
      const { key } = await charged("17.40");
      await done(clerk, follow("void", key, ""));
      Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, {
        trantype_code: "V",
        available_actions: ["unvoid"],
      });
      await done(clerk, follow("unvoid", key, ""));
      expect(await chargeAgain("17.40")).toMatchObject({ problem: { kind: "needs-confirmation" } });
    });

    test("a refund leaves the question, which shows the sale as refunded", async () => {
      const { key, id } = await charged("17.50");
      Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, {
        status_code: "S",
        available_actions: ["refund"],
      });
      await done(manager, follow("refund", key, "17.50"));
      expect(await chargeAgain("17.50")).toMatchObject({
        problem: { kind: "needs-confirmation", duplicates: [{ id, present: { state: "refunded" } }] },
      });
    });
  });

  test("is blocked while the same is without an answer, also from another payment of the card", async () => {
    const key = existing();
    gateway.behaviour = "reset-before";
    const lost = await done(clerk, follow("quicksale", key, "13.00"));
    gateway.behaviour = "approve";
    expect(lost.state).toBe("unknown");
    expect(await startFollowUp(clerk, follow("quicksale", key, "13.00"))).toMatchObject({
      problem: { kind: "blocked", blocking: { id: lost.id } },
    });
    expect(gateway.posts).toHaveLength(1);
  });

  test("of a capture is not asked about for its own authorization, but for another charge of the card", async () => {
    const hold = await startCharge(clerk, sale("15.00", { capture: "later" }));
    if (!hold.ok) throw new Error("it was stopped");
    Object.assign(gateway.transactions[0] ?? {}, {
      trantype_code: "A",
      status_code: "N",
      amount: "15.00",
      available_actions: ["capture"],
    });
    const key = hold.value.transaction?.key ?? "";
    expect((await done(clerk, follow("cc:capture", key, "15.00"))).state).toBe("answered");
    expect(await startCharge(clerk, sale("15.00"))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: hold.value.id }] },
    });
  });

  test("asks before the void of a sale is undone when the card was charged again, at any time since", async () => {
    const charge = async () => {
      const values = sale("31.00");
      const first = await startCharge(clerk, values);
      if (first.ok) return first.value;
      if (first.problem.kind !== "needs-confirmation") throw new Error("it was stopped");
      const confirmedDuplicates = first.problem.duplicates.map(({ id }) => id);
      const second = await startCharge(clerk, { ...values, confirmedDuplicates });
      if (!second.ok) throw new Error("it was stopped");
      return second.value;
    };
    const charged = await charge();
    const key = charged.transaction?.key ?? "";
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void", "unvoid"] });
    await done(clerk, follow("void", key, ""));
    await done(clerk, follow("unvoid", key, ""));
    await done(clerk, follow("void", key, ""));
    const again = await charge();
    const longAgo = Date.now() - 3 * 3_600_000;
    await db().updateTable("attempts").set({ prepared_at: longAgo }).where("id", "=", charged.id).execute();
    await db()
      .updateTable("attempts")
      .set({ settled_at: longAgo + 1000 })
      .where("fingerprint", "is not", null)
      .where("amount_cents", "=", 3100)
      .execute();
    const undo = follow("unvoid", key, "");
    const sent = gateway.posts.length;
    expect(await startFollowUp(clerk, undo)).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: again.id }] },
    });
    expect(gateway.posts).toHaveLength(sent);
    const undone = await done(clerk, { ...undo, confirmedDuplicates: [again.id] });
    // What was undone a moment ago is asked about like a charge.
    const next = await startCharge(clerk, sale("31.00"));
    expect(next).toMatchObject({ problem: { kind: "needs-confirmation", duplicates: [{ id: undone.id }] } });
  });

  test("does not undo the void of a sale while the same charge has no answer", async () => {
    const charged = await startCharge(clerk, sale("33.00"));
    if (!charged.ok) throw new Error("it was stopped");
    const key = charged.value.transaction?.key ?? "";
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void", "unvoid"] });
    await done(clerk, follow("void", key, ""));
    gateway.behaviour = "reset-before";
    const confirmedDuplicates = [charged.value.id];
    const lost = await startCharge(clerk, { ...sale("33.00"), confirmedDuplicates });
    gateway.behaviour = "approve";
    expect(lost).toMatchObject({ ok: true, value: { state: "unknown" } });
    expect(await startFollowUp(clerk, follow("unvoid", key, ""))).toMatchObject({
      problem: { kind: "blocked", blocking: { state: "unknown" } },
    });
  });

  test("keeps the order, the invoice and the clerk, and carries our reference in the comments", async () => {
    const key = existing({ orderid: "ORDER-9", invoice: "10479", clerk: "Noor" });
    const repeated = await done(clerk, follow("quicksale", key, "21.00"));
    const refunded = await done(manager, follow("refund", key, "5.00"));
    const quick = await done(manager, follow("quickrefund", key, "6.00"));
    for (const [index, attempt] of [repeated, refunded, quick].entries())
      expect(gateway.posts[index]).toMatchObject({
        orderid: "ORDER-9",
        invoice: "10479",
        clerk: "Noor",
        comments: `[${attempt.reference}]`,
      });
  });

  test("does not pass on an order id that is an older reference of ours, and names its person as the clerk", async () => {
    const earlier = await done(clerk, follow("quicksale", existing(), "22.00"));
    const key = existing({ orderid: earlier.reference });
    await done(clerk, follow("quicksale", key, "23.00"));
    expect(gateway.posts[1]).not.toHaveProperty("orderid");
    expect(gateway.posts[1]).toMatchObject({ clerk: clerk.name });
  });

  test("goes past the gateway's duplicate check only with the right for it and a reason", async () => {
    const key = existing();
    const past = { ignoreDuplicate: true };
    expect(await startFollowUp(clerk, follow("quicksale", key, "24.00", past))).toMatchObject({
      problem: { kind: "refused" },
    });
    expect(
      await startFollowUp(manager, follow("quicksale", key, "24.00", { ...past, reason: "" })),
    ).toMatchObject({ problem: { fields: { reason: expect.any(String) } } });
    await done(manager, follow("quicksale", key, "24.00", past));
    expect(gateway.posts).toMatchObject([{ ignore_duplicate: true }]);
  });
});

describeStores("a refund", (open) => {
  beforeAll(async () => useStore((await open()).db));

  const givenBack = async (key: string) => {
    const reading = await readPayment(key, { fresh: true });
    return reading.givenBack;
  };

  test("above what is left is not sent, whichever command gave the rest back", async () => {
    const key = existing();
    await done(manager, follow("refund", key, "10.00"));
    await done(manager, follow("quickrefund", key, "40.00"));
    expect(await givenBack(key)).toMatchObject({ soldCents: 7000, givenCents: 5000, leftCents: 2000 });
    for (const command of ["refund", "quickrefund"] as const)
      expect(await startFollowUp(manager, follow(command, key, "20.01"))).toMatchObject({
        ok: false,
        problem: { kind: "refused", fields: { amount: expect.stringContaining("$20.00 is left") } },
      });
    expect(gateway.posts).toHaveLength(2);
    expect((await done(manager, follow("refund", key, "20.00"))).state).toBe("answered");
    expect(await startFollowUp(manager, follow("quickrefund", key, "0.01"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
    expect(gateway.posts).toHaveLength(3);
  });

  test("whose answer was lost counts as given back", async () => {
    const key = existing();
    gateway.behaviour = "reset-before";
    await done(manager, follow("refund", key, "60.00"));
    gateway.behaviour = "approve";
    expect(await givenBack(key)).toMatchObject({ givenCents: 6000, unsettledCents: 6000, leftCents: 1000 });
  });

  test("that was declined or voided leaves the money to be refunded", async () => {
    const key = existing();
    gateway.behaviour = "decline";
    await done(manager, follow("refund", key, "70.00"));
    gateway.behaviour = "approve";
    const refund = await done(manager, follow("refund", key, "70.00"));
    const refundKey = refund.transaction?.key ?? "";
    Object.assign(gateway.transactions[0] ?? {}, { status_code: "P", available_actions: ["void"] });
    expect(await givenBack(key)).toMatchObject({ leftCents: 0 });
    await done(manager, follow("void", refundKey, ""));
    expect(await givenBack(key)).toMatchObject({ givenCents: 0, leftCents: 7000 });
  });

  test("of eight in one moment never gives back more than was sold", async () => {
    const key = existing();
    await Promise.all(
      Array.from({ length: 8 }, () => startFollowUp(manager, follow("quickrefund", key, "30.00"))),
    );
    await startFollowUp(manager, follow("quickrefund", key, "30.00"));
    const after = await givenBack(key);
    expect(after?.givenCents).toBeLessThanOrEqual(7000);
    expect(gateway.posts.length * 3000).toBe(after?.givenCents);
  });

  test("made elsewhere counts where the gateway cache or an event names the order", async () => {
    const key = existing({ orderid: "ORDER-77" });
    await db()
      .insertInto("cached_transactions")
      .values({
        key: "1nfelse1",
        refnum: "1",
        batch_key: "1t1other",
        ordinal: 1,
        kind: "refunds",
        cents: 2500,
        detail: JSON.stringify({
          key: "1nfelse1",
          trantype_code: "C",
          amount: "25.00",
          orderid: "ORDER-77",
          creditcard: { number: "xxxxxxxxxxxx2224" },
        }),
        whole: 0,
        read_at: 1,
      })
      .execute();
    expect(await givenBack(key)).toMatchObject({ givenCents: 2500, elsewhereCents: 2500, leftCents: 4500 });
    await db()
      .insertInto("webhook_events")
      .values({
        event_id: "event-elsewhere",
        event_type: "transaction.refund.success",
        transaction_key: "1nfelse2",
        refnum: null,
        triggered: null,
        received_at: 1,
        last_received_at: 1,
        deliveries: 1,
        body: JSON.stringify({
          type: "event",
          event_type: "transaction.refund.success",
          event_id: "event-elsewhere",
          event_body: {
            object: { type: "transaction", key: "1nfelse2", amount: "5.00", orderid: "ORDER-77" },
          },
        }),
        verdict: "nothing",
        verdict_text: "",
        shown: null,
        checked_at: null,
        next_check_at: null,
        checks: 0,
      })
      .execute();
    expect(await givenBack(key)).toMatchObject({ givenCents: 3000, leftCents: 4000 });
    expect(await startFollowUp(manager, follow("quickrefund", key, "40.01"))).toMatchObject({
      problem: { kind: "refused" },
    });
    expect(gateway.posts).toEqual([]);
  });

  test("made elsewhere today counts before one is sent, and is asked about where it may be of another payment of the order", async () => {
    const key = existing({ orderid: "ORDER-88" });
    existing({ trantype_code: "C", status_code: "P", amount: "50.00", orderid: "ORDER-88" });
    expect(await startFollowUp(manager, follow("quickrefund", key, "20.01"))).toMatchObject({
      problem: { fields: { amount: expect.stringContaining("$20.00 is left") } },
    });
    expect(gateway.posts).toEqual([]);
    existing({ orderid: "ORDER-88" });
    expect(await startFollowUp(manager, follow("refund", key, "20.01"))).toMatchObject({
      problem: {
        fields: { amount: expect.stringContaining("If it belongs to this sale, only $20.00 is left.") },
      },
    });
    expect(gateway.posts).toEqual([]);
    expect((await done(manager, follow("refund", key, "20.00"))).state).toBe("answered");
  });

  test("made elsewhere for an order that this console charged to the card twice is asked about", async () => {
    const order = { ...emptyCharge("").order, orderid: "ORDER-89" };
    const keys: string[] = [];
    for (const amount of ["30.00", "20.00"]) {
      const charged = await startCharge(clerk, sale(amount, { order }));
      const key = (charged.ok && charged.value.transaction?.key) || "";
      const creditcard = { number: "xxxxxxxxxxxx2224", type: "V" };
      const shown = { status_code: "S", amount, creditcard, orderid: "ORDER-89" };
      const settled = { ...shown, available_actions: ["refund"] };
      Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, settled);
      keys.push(key);
    }
    existing({ trantype_code: "C", status_code: "P", amount: "30.00", orderid: "ORDER-89" });
    const before = gateway.posts.length;
    expect(await startFollowUp(manager, follow("refund", keys[0] ?? "", "30.00"))).toMatchObject({
      problem: {
        fields: { amount: expect.stringContaining("If it belongs to this sale, nothing is left.") },
      },
    });
    expect(gateway.posts).toHaveLength(before);
    // It is more than the smaller payment: it can't be of that one.
    expect((await done(manager, follow("refund", keys[1] ?? "", "20.00"))).state).toBe("answered");
  });

  /** A refund of 70.00 by the only row of a bulk file that was sent from here. */
  const insertBulkRefund = async (key: string, refund: string) => {
    const file = fileRow({ bulk_key: `bulk ${refund}` });
    await db().insertInto("bulk_files").values(file).execute();
    const payout = {
      file_id: file.id,
      row: 2,
      line: 2,
      command: "refund",
      trankey: key,
      cents: 7000,
    } as const;
    await db().insertInto("bulk_payouts").values(payout).execute();
    const shown = gateway.transactions.find((one) => one.key === refund);
    await cacheResults(db(), `bulk ${refund}`, 1, [transactionDetail.parse({ ...shown, line: 2 })]);
  };

  /** Charges 70.00 at the counter. Returns the payment's key. */
  const chargedFor = async (invoice: string) => {
    const charged = await startCharge(clerk, sale("70.00", { order: { ...emptyCharge("").order, invoice } }));
    if (!charged.ok) throw new Error("it was stopped");
    const key = charged.value.transaction?.key ?? "";
    const settled = { status_code: "S", amount: "70.00", available_actions: ["refund"] };
    Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, settled);
    return key;
  };

  /** Refunds 70.00 in full and voids the refund again. Returns the refund's key. */
  const refundAndVoid = async (key: string, command: "refund" | "quickrefund" = "refund") => {
    const refund = await done(manager, follow(command, key, "70.00"));
    const refundKey = refund.transaction?.key ?? "";
    const actions = { trantype_code: "C", available_actions: ["void", "unvoid"] };
    Object.assign(gateway.transactions.find((one) => one.key === refundKey) ?? {}, actions);
    await done(manager, follow("void", refundKey, ""));
    showVoided(refundKey);
    return refundKey;
  };

  test("stays voided when the payment was refunded again, also for two in one moment", async () => {
    const key = existing();
    const first = await refundAndVoid(key);
    const second = await refundAndVoid(key, "quickrefund");
    await done(manager, follow("refund", key, "70.00"));
    const sent = gateway.posts.length;
    for (const voided of [first, second])
      expect(await startFollowUp(manager, follow("unvoid", voided, ""))).toMatchObject({
        problem: { kind: "refused", message: expect.stringContaining("Nothing is left to refund") },
      });
    expect(gateway.posts).toHaveLength(sent);
    expect(await givenBack(key)).toMatchObject({ givenCents: 7000 });

    const other = existing();
    const voided = [await refundAndVoid(other), await refundAndVoid(other)];
    const before = gateway.posts.length;
    await Promise.all([
      ...voided.map((one) => startFollowUp(manager, follow("unvoid", one, ""))),
      startFollowUp(manager, follow("quickrefund", other, "70.00")),
    ]);
    expect(gateway.posts).toHaveLength(before + 1);
    expect(await givenBack(other)).toMatchObject({ givenCents: 7000, leftCents: 0 });
  });

  test("whose void is being undone counts as given back while the answer is lost", async () => {
    const key = existing();
    const voided = await refundAndVoid(key);
    gateway.behaviour = "reset-before";
    expect((await done(manager, follow("unvoid", voided, ""))).state).toBe("unknown");
    gateway.behaviour = "approve";
    expect(await givenBack(key)).toMatchObject({ givenCents: 7000, leftCents: 0 });
    expect(await startFollowUp(manager, follow("quickrefund", key, "0.01"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
  });

  test("made by a bulk file stays voided when the payment was refunded again", async () => {
    const key = existing();
    const refund = existing({ trantype_code: "C", status_code: "P" });
    await insertBulkRefund(key, refund);
    expect(await givenBack(key)).toMatchObject({ givenCents: 7000 });
    await done(manager, follow("void", refund, ""));
    Object.assign(gateway.transactions.find((one) => one.key === refund) ?? {}, {
      trantype_code: "Z",
      available_actions: ["unvoid"],
    });
    await done(manager, follow("refund", key, "69.99"));
    const sent = gateway.posts.length;
    expect(await startFollowUp(manager, follow("unvoid", refund, ""))).toMatchObject({
      problem: { kind: "refused", message: expect.stringContaining("Only $0.01 is left to refund") },
    });
    expect(gateway.posts).toHaveLength(sent);
    expect(await givenBack(key)).toMatchObject({ givenCents: 6999 });
  });

  test.each(["taken here", "shown by the open batch"])(
    "made elsewhere stays voided when its payment, %s, was refunded again",
    async (place) => {
      count += 1;
      const invoice = `INV-E${count}`;
      const key = place === "taken here" ? await chargedFor(invoice) : existing({ invoice });
      const voided = { trantype_code: "Z", status_code: "P", available_actions: ["unvoid"] };
      const refund = existing({ ...voided, invoice });
      await done(manager, follow("refund", key, "70.00"));
      const sent = gateway.posts.length;
      expect(await startFollowUp(manager, follow("unvoid", refund, ""))).toMatchObject({
        problem: { kind: "refused", message: expect.stringContaining("Nothing is left to refund") },
      });
      expect(gateway.posts).toHaveLength(sent);
    },
  );

  test("is paid out after all only by those who may refund", async () => {
    const key = existing();
    const voided = await refundAndVoid(key, "quickrefund");
    const elsewhere = existing({ trantype_code: "Z", status_code: "P", available_actions: ["unvoid"] });
    const sent = gateway.posts.length;
    for (const refund of [voided, elsewhere])
      expect(await startFollowUp(clerk, follow("unvoid", refund, ""))).toMatchObject({
        problem: { message: expect.stringContaining("Refund without a linked sale") },
      });
    expect(gateway.posts).toHaveLength(sent);
    await done(manager, follow("unvoid", voided, ""));
    expect(await givenBack(key)).toMatchObject({ givenCents: 7000, leftCents: 0 });
  });

  test("that took over the invoice alone counts against a sale with an order id and an invoice", async () => {
    const key = existing({ orderid: "ORDER-91", invoice: "INV-91" });
    existing({ trantype_code: "C", status_code: "P", invoice: "INV-91" });
    expect(await startFollowUp(manager, follow("refund", key, "0.01"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
    expect(gateway.posts).toEqual([]);
  });

  test("of another order counts against that one alone, though both have the same invoice", async () => {
    const key = existing({ orderid: "ORDER-92", invoice: "INV-92" });
    existing({ orderid: "ORDER-93", invoice: "INV-92" });
    existing({
      trantype_code: "C",
      status_code: "P",
      orderid: "ORDER-92",
      invoice: "INV-92",
      amount: "50.00",
    });
    expect(await startFollowUp(manager, follow("refund", key, "20.01"))).toMatchObject({
      problem: { fields: { amount: expect.stringContaining("$20.00 is left") } },
    });
    expect((await done(manager, follow("refund", key, "20.00"))).state).toBe("answered");
  });

  test("counts at any place in the open batch", async () => {
    const key = existing({ orderid: "ORDER-94" });
    const other = { amount: "1.00", creditcard: { number: "xxxxxxxxxxxx0008", type: "V" } };
    for (let made = 0; made < 1100; made += 1) existing(other);
    existing({ trantype_code: "C", status_code: "P", orderid: "ORDER-94" });
    expect(await startFollowUp(manager, follow("refund", key, "70.00"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
    expect(gateway.posts).toEqual([]);
  });

  test.each([
    ["neither an order id nor an invoice", {}],
    ["an order id alone", { orderid: "ORDER-95" }],
  ])("of a sale with %s is asked about where another one names nothing", async (_, name) => {
    const key = existing({ ...name, created: "2026-11-19 09:00:00" });
    const credit = { trantype_code: "C", status_code: "P", created: "2026-11-20 13:54:00" };
    existing({ ...credit, amount: "50.00" });
    expect(await startFollowUp(manager, follow("refund", key, "20.01"))).toMatchObject({
      ok: false,
      problem: {
        kind: "refused",
        fields: {
          amount: expect.stringMatching(
            /^A refund of \$50\.00 to this card was made at the gateway, .*Nov 20, .*\. If it belongs to this sale, only \$20\.00 is left\..*quick refund/,
          ),
        },
      },
    });
    expect(gateway.posts).toEqual([]);
    expect((await done(manager, follow("refund", key, "20.00"))).state).toBe("answered");
    expect((await done(manager, follow("quickrefund", key, "20.01"))).state).toBe("answered");
  });

  test("is not asked about for refunds that cannot be of this sale", async () => {
    const key = existing({ created: "2026-11-19 09:00:00" });
    const credit = { trantype_code: "C", status_code: "P", created: "2026-11-20 13:54:00" };
    existing({ ...credit, created: "2026-11-18 13:54:00" });
    existing({ ...credit, creditcard: { number: "xxxxxxxxxxxx2224", type: "M" } });
    existing({ ...credit, creditcard: { number: "xxxxxxxxxxxx2226", type: "V" } });
    existing({ ...credit, amount: "70.01" });
    existing({ ...credit, orderid: "ORDER-96" });
    existing({ ...credit, invoice: "INV-96" });
    existing({ ...credit, trantype_code: "Z" });
    expect((await done(manager, follow("refund", key, "70.00"))).state).toBe("answered");
  });

  test("is not asked about for a refund of another payment that this console is still sending", async () => {
    const other = await done(manager, follow("refund", existing(), "50.00"));
    const made = gateway.transactions.find(({ key }) => key === other.transaction?.key);
    const card = { number: "xxxxxxxxxxxx2224", type: "V" };
    Object.assign(made ?? {}, { trantype_code: "C", amount: "50.00", creditcard: card });
    await db()
      .updateTable("attempts")
      .set({ state: "sent", transaction_key: null, settled_at: null })
      .where("id", "=", other.id)
      .execute();
    expect((await done(manager, follow("refund", existing(), "70.00"))).state).toBe("answered");
  });

  test("is asked about for one that is known from a closed batch", async () => {
    const key = existing({ created: "2026-11-19 09:00:00" });
    await db()
      .insertInto("cached_transactions")
      .values({
        key: `${key}kept`,
        refnum: "1",
        batch_key: "1t1other",
        ordinal: 2,
        kind: "refunds",
        cents: 7000,
        detail: JSON.stringify({
          key: `${key}kept`,
          trantype_code: "C",
          amount: "70.00",
          created: "2026-11-20 13:54:00",
          creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
        }),
        whole: 0,
        read_at: 1,
      })
      .execute();
    expect(await startFollowUp(manager, follow("refund", key, "70.00"))).toMatchObject({
      problem: { message: expect.stringContaining("If it belongs to this sale, nothing is left") },
    });
    await db().deleteFrom("cached_transactions").where("key", "=", `${key}kept`).execute();
  });

  test("that the open batch shows is in a live reading, before anything is sent", async () => {
    const key = existing({ invoice: "INV-98" });
    existing({ trantype_code: "C", status_code: "P", invoice: "INV-98" });
    expect(await readPayment(key, { live: true })).toMatchObject({
      givenBack: { givenCents: 7000, elsewhereCents: 7000, leftCents: 0 },
      unnamed: [],
    });
    const plain = existing();
    existing({ trantype_code: "C", status_code: "P", amount: "50.00", created: "2026-11-20 13:54:00" });
    expect(await readPayment(plain, { live: true })).toMatchObject({
      givenBack: { givenCents: 0, leftCents: 7000 },
      unnamed: [{ cents: 5000, created: "2026-11-20 13:54:00" }],
    });
  });

  test("names the payment it gives back, made by any user", async () => {
    const key = existing({ invoice: "INV-103" });
    await done(manager, follow("refund", key, "30.00"));
    const refund = (await listEffective(db(), [key], ["refund"]))[0]?.transaction_key ?? "";
    Object.assign(gateway.transactions.find((one) => one.key === refund) ?? {}, { trantype_code: "C" });
    expect(await readPayment(refund, { fresh: true })).toMatchObject({ refunded: { key, cents: 7000 } });
    const elsewhere = existing({ trantype_code: "C", status_code: "P", invoice: "INV-103", amount: "5.00" });
    const reading = await readPayment(elsewhere, { fresh: true });
    expect(reading).toMatchObject({ refunded: { key, cents: 7000 } });
    // Nothing is given back of a refund, least of all the refund itself.
    expect(reading.givenBack).toBeUndefined();
    const nameless = existing({ trantype_code: "C", status_code: "P", amount: "5.00" });
    expect(await readPayment(nameless, {})).toMatchObject({ refunded: undefined });
  });

  test("that the gateway no longer offers says that all of it was given back", async () => {
    const key = existing();
    await done(manager, follow("refund", key, "70.00"));
    const made = gateway.transactions.find((one) => one.key === key);
    Object.assign(made ?? {}, { available_actions: ["quickrefund", "quicksale"] });
    expect(await startFollowUp(manager, follow("refund", key, "70.00"))).toMatchObject({
      problem: { message: "Nothing is left to refund: all of it was given back. Nothing was done." },
    });
  });

  test("of a payment in euros is refused in euros", async () => {
    const key = existing({ currency: "978", orderid: "ORDER-97" });
    await done(manager, follow("refund", key, "60.00"));
    expect(await startFollowUp(manager, follow("refund", key, "10.01"))).toMatchObject({
      problem: { fields: { amount: expect.stringContaining("Only €10.00 is left") } },
    });
  });

  test("keeps its payment from being voided too, until the refund itself is voided", async () => {
    const key = existing({ status_code: "P", available_actions: ["void", "releasefunds", "quickrefund"] });
    const refund = await done(manager, follow("quickrefund", key, "70.00"));
    const sent = gateway.posts.length;
    for (const command of ["void", "cc:void:release"] as const)
      expect(await startFollowUp(manager, follow(command, key, ""))).toMatchObject({
        problem: { message: expect.stringContaining("$70.00 of this payment was given back already") },
      });
    expect(gateway.posts).toHaveLength(sent);
    const refundKey = refund.transaction?.key ?? "";
    const actions = { trantype_code: "C", available_actions: ["void"] };
    Object.assign(gateway.transactions.find((one) => one.key === refundKey) ?? {}, actions);
    await done(manager, follow("void", refundKey, ""));
    showVoided(refundKey);
    expect((await done(manager, follow("void", key, ""))).state).toBe("answered");
  });

  /** An unsettled sale of 70.00 of which 30.00 was refunded at the gateway; the refund names its order. */
  const refundedElsewhere = () => {
    const order = { orderid: `ORDER-M${count}`, invoice: `INV-M${count}` };
    existing({ trantype_code: "C", status_code: "P", amount: "30.00", ...order });
    const actions = ["void", "releasefunds", "queue", "tip", "quickrefund"];
    return existing({ status_code: "P", available_actions: actions, ...order });
  };

  test.each(["void", "cc:void:release", "queue"] as const)(
    "made elsewhere today keeps its payment from a %s",
    async (command) => {
      const key = refundedElsewhere();
      expect(await startFollowUp(manager, follow(command, key, ""))).toMatchObject({
        problem: { message: expect.stringContaining("$30.00 of this payment was given back already") },
      });
      expect(gateway.posts).toEqual([]);
    },
  );

  test("made elsewhere today is the least that a changed tip may leave", async () => {
    const key = refundedElsewhere();
    const shown = gateway.transactions.find((one) => one.key === key) ?? {};
    Object.assign(shown, { amount: "31.00", auth_amount: "31.00", amount_detail: { tip: "10.00" } });
    expect(await startFollowUp(manager, follow("cc:adjust", key, "8.99"))).toMatchObject({
      problem: { message: expect.stringContaining("the new total can't be less") },
    });
    expect(gateway.posts).toEqual([]);
    expect((await done(manager, follow("cc:adjust", key, "9.00"))).state).toBe("answered");
  });

  test("against an authorization is the least that a capture may take", async () => {
    const key = existing({
      trantype_code: "A",
      status_code: "N",
      available_actions: ["capture", "quickrefund"],
    });
    await done(manager, follow("quickrefund", key, "20.00"));
    expect(await startFollowUp(manager, follow("cc:capture", key, "19.99"))).toMatchObject({
      problem: { message: expect.stringContaining("$20.00 of this payment was given back already") },
    });
    expect((await done(manager, follow("cc:capture", key, "20.00"))).state).toBe("answered");
    expect(gateway.posts).toHaveLength(2);
  });

  test("to the card that names no sale is asked about before a void, which goes on with a reason", async () => {
    existing({ trantype_code: "C", status_code: "P", amount: "70.00" });
    const key = existing({ status_code: "P", available_actions: ["void"] });
    expect(await startFollowUp(manager, follow("void", key, "", { reason: "" }))).toMatchObject({
      problem: { message: expect.stringContaining("a void gives that money back twice") },
    });
    expect(gateway.posts).toEqual([]);
    expect((await done(manager, follow("void", key, "", { reason: "Another sale" }))).state).toBe("answered");
  });

  test("on a payment that was read before is not refused while only payments go through", async () => {
    const key = existing({ status_code: "P" });
    await readTransaction(key);
    const asked: string[] = [];
    const limit = limiter();
    const ask = limit.ask.bind(limit);
    const spy = vi.spyOn(limit, "ask").mockImplementation((request) => {
      asked.push(request.priority);
      return ask(request);
    });
    await done(manager, follow("void", key, "", { reason: "" }));
    spy.mockRestore();
    expect(new Set(asked.filter((priority) => priority !== "background"))).toEqual(new Set(["money"]));
  });

  test("is not sent while the open batch can't be read: refunds made elsewhere would be missed", async () => {
    const key = existing();
    gateway.unreadable = "/batches/current/transactions";
    for (const command of ["refund", "quickrefund", "void"] as const)
      expect(await startFollowUp(manager, follow(command, key, "1.00"))).toMatchObject({
        problem: { message: expect.stringContaining("Today's refunds could not be read") },
      });
    expect(gateway.posts).toEqual([]);
  });

  test("that was voided here counts again once a later reading shows it undone", async () => {
    const key = existing();
    const refund = await refundAndVoid(key);
    expect(await givenBack(key)).toMatchObject({ givenCents: 0 });
    Object.assign(gateway.transactions.find((one) => one.key === refund) ?? {}, { trantype_code: "C" });
    await readTransaction(refund, { fresh: true });
    expect(await givenBack(key)).toMatchObject({ givenCents: 7000, leftCents: 0 });
    expect(await startFollowUp(manager, follow("refund", key, "70.00"))).toMatchObject({
      problem: { message: expect.stringContaining("Nothing is left to refund") },
    });
  });

  test("stays given back when a manager decided that its void moved, until the gateway shows it", async () => {
    const key = existing();
    const refund = await done(manager, follow("refund", key, "70.00"));
    const refundKey = refund.transaction?.key ?? "";
    const actions = { trantype_code: "C", available_actions: ["void"] };
    Object.assign(gateway.transactions.find((one) => one.key === refundKey) ?? {}, actions);
    gateway.behaviour = "reset-before";
    const lost = await done(manager, follow("void", refundKey, ""));
    gateway.behaviour = "approve";
    const decision = { attemptId: lost.id, moved: true, reason: "The terminal says so" };
    expect((await decide(manager, decisionForm.parse(decision))).ok).toBe(true);
    expect(await givenBack(key)).toMatchObject({ givenCents: 7000, leftCents: 0 });
    showVoided(refundKey);
    await readTransaction(refundKey, { fresh: true });
    expect(await givenBack(key)).toMatchObject({ givenCents: 0, leftCents: 7000 });
  });

  test("without a linked sale needs its own right and a reason, which the journal keeps", async () => {
    const key = existing();
    expect(await startFollowUp(clerk, follow("quickrefund", key, "1.00"))).toMatchObject({
      problem: { message: expect.stringContaining("You may not do this") },
    });
    expect(await startFollowUp(manager, follow("quickrefund", key, "1.00", { reason: "" }))).toMatchObject({
      problem: { fields: { reason: expect.any(String) } },
    });
    expect(gateway.posts).toEqual([]);
    const refund = await done(manager, follow("quickrefund", key, "1.00"));
    expect(refund.steps[0]?.text).toContain("Reason: Goods returned");
  });
});

describeStores("an action whose form is sent again", (open) => {
  beforeAll(async () => useStore((await open()).db));
  const otherContents = { problem: { message: expect.stringContaining("already sent with other contents") } };

  test("is the same attempt only for the same person with the same amount", async () => {
    const key = existing({ refnum: "4000999001" });
    const first = follow("refund", key, "10.00");
    const refund = await done(manager, first);
    expect(await done(manager, first)).toEqual(refund);
    expect(await done(manager, { ...first, key: "4000999001" })).toEqual(refund);
    expect(await startFollowUp(manager, { ...first, amount: "60.00" })).toMatchObject(otherContents);
    expect(await startFollowUp(manager, { ...first, command: "quickrefund" })).toMatchObject(otherContents);
    expect(await startFollowUp(manager, { ...first, key: existing() })).toMatchObject(otherContents);
    const colleague = { ...manager, id: "manager-2" };
    expect(await startFollowUp(colleague, first)).toMatchObject(otherContents);
    expect(gateway.posts).toHaveLength(1);
  });

  test("compares a tip with the tip that was sent", async () => {
    const key = existing({ status_code: "P", available_actions: ["addtip"] });
    const first = follow("cc:adjust", key, "5.00");
    const changed = await done(clerk, first);
    expect(changed.amountCents).toBe(7500);
    expect(await done(clerk, first)).toEqual(changed);
    expect(await startFollowUp(clerk, { ...first, amount: "6.00" })).toMatchObject(otherContents);
  });

  test("in the same moment by two people is done for one of them", async () => {
    const key = existing({ status_code: "P", available_actions: ["void"] });
    const first = follow("void", key, "");
    const colleague = { ...clerk, id: "clerk-2" };
    const both = await Promise.all([startFollowUp(clerk, first), startFollowUp(colleague, first)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject(otherContents);
    const charge = sale("34.00");
    expect((await startCharge(clerk, charge)).ok).toBe(true);
    expect(await startCharge(colleague, charge)).toMatchObject(otherContents);
    expect(gateway.posts).toHaveLength(2);
  });
});

describeStores("the list of payments", (open) => {
  beforeAll(async () => useStore((await open()).db));

  const row = async (id: string) => (await listPresent({ limit: 50 })).find((one) => one.id === id)?.present;
  const signed = async (id: string) =>
    (await listPresent({ limit: 50 })).find((one) => one.id === id)?.signedCents;

  test("holds the form of a single payment for the next one after a reload, without card data", async () => {
    const order = { invoice: "10482", ponum: "PO-7", orderid: "", description: "", comments: "Call first" };
    const charged = await startCharge(clerk, sale("30.50", { order }));
    if (!charged.ok) throw new Error("it was stopped");
    const { id } = charged.value;
    expect((await findPresent(id))?.form).toEqual({
      "order.invoice": "10482",
      "order.ponum": "PO-7",
      "order.comments": "Call first",
    });
    const [listed] = (await listPresent({ limit: 50 })).filter((one) => one.id === id);
    expect(listed).not.toHaveProperty("form");
  });

  test("shows a payment as it is now: voided, restored, refunded in part and in full", async () => {
    const charged = await startCharge(clerk, sale("31.00"));
    if (!charged.ok) throw new Error("it was stopped");
    const { id, transaction } = charged.value;
    const key = transaction?.key ?? "";
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void", "unvoid", "refund"] });
    expect(await row(id)).toEqual({ givenCents: 0 });
    const voided = await done(clerk, follow("void", key, ""));
    expect(await row(id)).toMatchObject({ state: "voided" });
    expect(await signed(voided.id)).toBe(-3100);
    await done(clerk, follow("unvoid", key, ""));
    expect(await row(id)).toEqual({ givenCents: 0 });
    const refund = await done(manager, follow("refund", key, "11.00"));
    expect(await row(id)).toMatchObject({ state: "partlyRefunded", givenCents: 1100 });
    expect(await signed(refund.id)).toBe(-1100);
    await done(manager, follow("refund", key, "20.00"));
    expect(await row(id)).toMatchObject({ state: "refunded", givenCents: 3100 });
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
    expect(await row(id)).toMatchObject({ state: "partlyRefunded", givenCents: 400 });
  });

  describe("of a partial approval", () => {
    const collect = (
      completes: string,
      amount = "20.01",
      change: Partial<ChargeValues> = { tender: "cash" },
    ) => startCharge(clerk, sale(amount, { ...change, completes }));
    const refused = (message: string) => ({
      ok: false,
      problem: { message: expect.stringContaining(message) },
    });
    const restOf = async (id: string) => (await findPresent(id))?.present?.rest;

    async function chargeInPart(amount: string, approved = "60.00", completes: string | null = null) {
      gateway.extra = { result_code: "P", auth_amount: approved };
      const charged = await startCharge(clerk, sale(amount, { completes }));
      gateway.extra = {};
      if (!charged.ok) throw new Error(`it was stopped: ${JSON.stringify(charged.problem)}`);
      expect(charged.value.transaction?.result_code).toBe("P");
      return charged.value;
    }

    async function approved(result: ReturnType<typeof collect>) {
      const charged = await result;
      if (!charged.ok) throw new Error(`it was stopped: ${JSON.stringify(charged.problem)}`);
      return charged.value;
    }

    test("shows how the rest was collected, and collects it once", async () => {
      const { id } = await chargeInPart("80.01");
      expect(await restOf(id)).toMatchObject({ openCents: 2001, parts: [] });
      const [one, other] = await Promise.all([collect(id), collect(id)]);
      expect([one.ok, other.ok].sort()).toEqual([false, true]);
      expect(await restOf(id)).toMatchObject({
        openCents: 0,
        parts: [{ payer: "Cash", cents: 2001, isSettling: false }],
      });
      expect(await row(id)).toMatchObject({ rest: { openCents: 0 } });
      expect(await collect(id)).toMatchObject(
        refused("The rest of that payment was collected already. Nothing was sent."),
      );
      expect(gateway.posts).toHaveLength(2);
    });

    test("is collected in as many parts as it takes, and never above what is open", async () => {
      const { id } = await chargeInPart("80.03");
      const first = await approved(collect(id, "5.00"));
      expect(first.present?.rest).toMatchObject({ askedCents: 8003, openCents: 1503 });
      const above = await collect(id, "15.04");
      expect(above).toMatchObject(refused("Only $15.03 of that payment is still to collect."));
      expect(above).toMatchObject({ problem: { fields: { amount: expect.any(String) } } });
      gateway.behaviour = "decline";
      await collect(id, "15.03", {});
      gateway.behaviour = "approve";
      expect(await restOf(id)).toMatchObject({ openCents: 1503 });
      await approved(collect(id, "15.03"));
      expect(await restOf(id)).toMatchObject({ openCents: 0, parts: [{ cents: 500 }, { cents: 1503 }] });
      expect(gateway.posts).toHaveLength(4);
    });

    test("counts of a part that was approved in part only what was approved, whichever of them is completed", async () => {
      const { id } = await chargeInPart("80.04");
      const second = await chargeInPart("20.04", "8.00", id);
      for (const one of [id, second.id]) expect(await restOf(one)).toMatchObject({ openCents: 1204 });
      expect(await collect(second.id, "12.05")).toMatchObject(refused("Only $12.04"));
      const cash = await approved(collect(second.id, "12.00"));
      expect(cash.completes).toBe(id);
      for (const one of [id, second.id, cash.id]) expect(await restOf(one)).toMatchObject({ openCents: 4 });
    });

    test("is open again once a payment toward it was voided", async () => {
      const { id } = await chargeInPart("80.05");
      const card = await approved(collect(id, "20.05", {}));
      Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void"] });
      await done(clerk, follow("void", card.transaction?.key ?? "", ""));
      expect(await restOf(id)).toMatchObject({ openCents: 2005, parts: [] });
      await approved(collect(id, "20.05"));
      expect(await restOf(id)).toMatchObject({ openCents: 0 });
      const shown = gateway.transactions.find(({ key }) => key === card.transaction?.key) ?? {};
      Object.assign(shown, { trantype_code: "V", available_actions: ["unvoid"] });
      expect(await startFollowUp(clerk, follow("unvoid", card.transaction?.key ?? "", ""))).toMatchObject(
        refused("The rest of that payment was collected already."),
      );
    });

    test("is never collected twice, however many try in the same moment", async () => {
      const { id } = await chargeInPart("80.06");
      await Promise.all(
        ["11.01", "11.02", "11.03", "11.04", "11.05"].map((amount, place) =>
          collect(id, amount, place % 2 === 0 ? { tender: "cash" } : {}),
        ),
      );
      expect(gateway.posts).toHaveLength(2);
    });

    test("is the rest of a partial approval alone, not of itself, of a whole payment or of an unknown one", async () => {
      const none = "That payment was not approved in part";
      const whole = await approved(startCharge(clerk, sale("80.07")));
      expect(await collect(whole.id, "0.01")).toMatchObject(refused(none));
      const itself = sale("80.08", { tender: "cash" });
      expect(await startCharge(clerk, { ...itself, completes: itself.attemptId })).toMatchObject(
        refused(none),
      );
      expect(await collect(nextId(), "0.01")).toMatchObject(refused(none));
      gateway.behaviour = "reset-before";
      const lost = await approved(startCharge(clerk, sale("80.09")));
      gateway.behaviour = "approve";
      expect(await collect(lost.id, "0.01")).toMatchObject(refused("That payment has no answer yet."));
      expect(gateway.posts).toHaveLength(2);
    });

    test("of a form that was sent twice is one payment", async () => {
      const { id } = await chargeInPart("80.10");
      const values = sale("20.10", { tender: "cash", completes: id });
      const [one, other] = await Promise.all([startCharge(clerk, values), startCharge(clerk, values)]);
      const again = await startCharge(clerk, values);
      for (const result of [one, other, again])
        expect(result).toMatchObject({ ok: true, value: { id: values.attemptId } });
      expect(gateway.posts).toHaveLength(2);
    });

    test("collects nothing once the approved part was voided", async () => {
      const { id, transaction } = await chargeInPart("80.02");
      Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void"] });
      await done(clerk, follow("void", transaction?.key ?? "", ""));
      expect((await findPresent(id))?.present).toMatchObject({ state: "voided" });
      expect(await collect(id)).toMatchObject({
        problem: {
          message: "The approved part of that payment was undone. Nothing was sent.",
          fields: { completes: "The approved part was undone." },
        },
      });
      expect(gateway.posts).toHaveLength(2);
    });
  });

  test("shows of an authorization what was captured, and of a sale its total with the tip", async () => {
    const held = await startCharge(clerk, sale("100.55", { capture: "later" }));
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
      problem: { kind: "needs-confirmation", duplicates: [{ present: { cents: 2000 } }] },
    });

    const tipped = await startCharge(clerk, sale("42.01"));
    if (!tipped.ok) throw new Error("it was stopped");
    const shown = gateway.transactions.find(({ key }) => key === tipped.value.transaction?.key) ?? {};
    Object.assign(shown, { available_actions: ["addtip"] });
    await done(clerk, follow("cc:adjust", tipped.value.transaction?.key ?? "", "3.00"));
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
      givenCents: 0,
      rest: { openCents: 2102 },
    });
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
    expect((await row(charged.value.id))?.state).toBeUndefined();
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
    expect(await row(charged.value.id)).toEqual({ givenCents: 0 });
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
    count += 1;
    const invoice = `INV-P${count}`;
    const order = { ...emptyCharge("").order, invoice };
    const charged = await startCharge(clerk, sale(amount, { order }));
    if (!charged.ok) throw new Error("it was stopped");
    const refund = existing({ trantype_code: "C", status_code: "P", amount: "12.00", invoice });
    expect(await row(charged.value.id)).toMatchObject({ givenCents: 0 });
    if (source === "the open batch") await listBatchTransactions("current", { limit: 20, offset: 0 });
    else if (source === "a reading") await readTransaction(refund);
    else await insertRefundEvent({ key: refund, type: "transaction", amount: "12.00", invoice });
    expect(await row(charged.value.id)).toMatchObject({ state: "partlyRefunded", givenCents: 1200 });
  });

  const insertRefundEvent = async (object: { key: string } & Record<string, unknown>) => {
    const body = {
      type: "event",
      event_id: `refunded ${object.key}`,
      event_type: "transaction.refund.success",
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
