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
import { clerk, done, existing, follow, gateway, manager, sale, setUpFollowUps } from "./test-follow-ups.ts";

setUpFollowUps();

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
