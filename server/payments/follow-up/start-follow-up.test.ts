import { afterEach, beforeAll, expect, test } from "vitest";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { listBatchTransactions } from "#server/gateway-cache/batch-transactions.ts";
import { isKnownTransaction } from "#server/gateway-cache/known-transactions.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { asCaller } from "#server/gateway-client/caller.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { emptyState } from "#server/gateway-client/rate-limit/state.ts";
import { startCharge } from "../start-charge.ts";
import { startFollowUp } from "./start-follow-up.ts";
import {
  clerk,
  done,
  existing,
  follow,
  gateway,
  manager,
  refundTotals,
  sale,
  setUpFollowUps,
} from "./test-follow-ups.ts";

setUpFollowUps();

describeStores("a loop of actions on payments that do not exist", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));
  afterEach(() => limiter().change((state) => void Object.assign(state, emptyState(Date.now()))));

  onSqlite("uses up the person's own share of the day, and nothing of the payments' reserve", async () => {
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

describeStores("an action whose form is sent again", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));
  const otherContents = {
    problem: { message: expect.stringContaining("already sent with different contents") },
  };

  onSqlite("is the same attempt only for the same person with the same amount", async () => {
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

  test("compares the new total and each changed detail with what was sent", async () => {
    const key = existing({ status_code: "P", available_actions: ["addtip"] });
    const first = follow("cc:adjust", key, "75.00", { details: { tip: "5.00", ponum: "PO-7" } });
    const changed = await done(clerk, first);
    expect(changed.amountCents).toBe(7500);
    expect(gateway.posts[0]).toMatchObject({
      trankey: key,
      amount: "75.00",
      amount_detail: { tip: "5.00" },
      ponum: "PO-7",
    });
    expect(await done(clerk, first)).toEqual(changed);
    for (const other of [
      { amount: "76.00" },
      { details: { tip: "6.00", ponum: "PO-7" } },
      { details: { tip: "5.00", ponum: "PO-8" } },
    ])
      expect(await startFollowUp(clerk, { ...first, ...other })).toMatchObject(otherContents);
  });

  test("is that attempt too where the other of two has changed the payment before this one reads it", async () => {
    const refnum = "4000999002";
    const key = existing({ refnum, status_code: "P", available_actions: ["void"] });
    const twice = follow("void", key, "");
    gateway.beforeRead = async () => {
      // By its other name, as another process reads it beside this one.
      await done(clerk, { ...twice, key: refnum });
      Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, { available_actions: [] });
    };
    expect(await done(clerk, twice)).toMatchObject({ id: twice.attemptId, state: "answered" });
    expect(gateway.posts).toHaveLength(1);
    expect(await startFollowUp(clerk, follow("void", key, ""))).toMatchObject({
      problem: { message: expect.stringContaining("no longer possible") },
    });
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

describeStores(
  "an action on a payment whose amount somebody has changed since it was shown",
  (open, onSqlite) => {
    beforeAll(async () => useStore((await open()).db));

    onSqlite.each([
      ["cc:capture", "70.00", { status_code: "N", trantype_code: "A", available_actions: ["capture"] }],
      ["cc:adjust", "75.00", { status_code: "P", available_actions: ["addtip"] }],
      ["void", "", { status_code: "P", available_actions: ["void"] }],
    ] as const)(
      "%s is refused with the new amount, and done once that was shown",
      async (command, amount, state) => {
        const key = existing(state);
        const shown = follow(command, key, amount, { shownCents: 7000 });
        Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, {
          amount: "40.00",
          auth_amount: "40.00",
        });
        expect(await startFollowUp(manager, shown)).toMatchObject({
          problem: {
            message:
              "The amount of this payment has changed: it is now $40.00. Nothing was done. Close this and look at the payment again.",
          },
        });
        expect(gateway.posts).toHaveLength(0);
        expect((await done(manager, { ...shown, amount: amount && "40.00", shownCents: 4000 })).state).toBe(
          "answered",
        );
        expect(gateway.posts).toHaveLength(1);
      },
    );

    test("a refund is limited by what is left, whatever was shown", async () => {
      const refund = await done(manager, follow("refund", existing(), "10.00", { shownCents: 8000 }));
      expect(refund.state).toBe("answered");
    });
  },
);

describeStores("an action of the rarer kind", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));

  test("refunds a cash sale without naming it to the gateway, and never more than it took", async () => {
    const key = existing({
      trantype_code: "G",
      status_code: "P",
      creditcard: undefined,
      batch: undefined,
      available_actions: [],
      invoice: "C-20",
    });
    const refund = await done(manager, follow("cash:refund", key, "30.00"));
    expect(refund).toMatchObject({ tender: "cash", originalKey: key, amountCents: 3000, signedCents: -3000 });
    expect(gateway.posts[0]).toMatchObject({ command: "cash:refund", amount: "30.00", invoice: "C-20" });
    expect(gateway.posts[0]).not.toHaveProperty("trankey");
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 3000, leftCents: 4000 });
    expect(await startFollowUp(manager, follow("cash:refund", key, "40.01"))).toMatchObject({
      problem: { fields: { amount: expect.stringContaining("$40.00 is left") } },
    });
    expect(await startFollowUp(clerk, follow("cash:refund", key, "1.00"))).toMatchObject({ ok: false });
    expect(gateway.posts).toHaveLength(1);
  });

  onSqlite("refunds or voids a settled payment by at most what is left of it", async () => {
    const key = existing();
    await done(manager, follow("refund", key, "50.00"));
    expect(await startFollowUp(manager, follow("creditvoid", key, "20.01"))).toMatchObject({ ok: false });
    await done(manager, follow("creditvoid", key, "20.00"));
    expect(gateway.posts[1]).toMatchObject({ command: "creditvoid", trankey: key, amount: "20.00" });
    expect(await refundTotals(key)).toMatchObject({ leftCents: 0 });
  });

  test("captures without an authorization only for a reason", async () => {
    const key = existing({ trantype_code: "A", status_code: "N", batch: undefined });
    const without = follow("cc:capture:override", key, "80.00", { reason: "" });
    expect(await startFollowUp(clerk, without)).toMatchObject({
      problem: { fields: { reason: "Say why, in a few words." } },
    });
    const captured = await done(clerk, { ...without, reason: "Goods delivered" });
    expect(captured).toMatchObject({ amountCents: 8000, state: "answered" });
  });

  test("that came too late is refused with what is possible instead", async () => {
    const key = existing({ available_actions: ["refund", "quicksale"] });
    expect(await startFollowUp(manager, follow("void", key, ""))).toMatchObject({
      problem: { message: expect.stringMatching(/Nothing was done\. Possible now: Refund, Repeat sale\.$/) },
    });
    expect(await startFollowUp(clerk, follow("void", key, ""))).toMatchObject({
      problem: { message: expect.stringMatching(/Possible now: Repeat sale\.$/) },
    });
    expect(gateway.posts).toHaveLength(0);
  });
});
