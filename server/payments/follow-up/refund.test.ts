import { beforeAll, expect, test, vi } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { hasSeenOthers } from "#server/gateway-cache/seen-currencies.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { listEffective } from "../attempts/payment-queries.ts";
import { readPayment } from "./payment-reading.ts";
import { startFollowUp } from "./start-follow-up.ts";
import {
  clerk,
  done,
  existing,
  follow,
  gateway,
  manager,
  refundTotals,
  setUpFollowUps,
} from "./test-follow-ups.ts";

setUpFollowUps();

describeStores("a refund", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));

  onSqlite("above what is left is not sent, whichever command gave the rest back", async () => {
    const key = existing();
    await done(manager, follow("refund", key, "10.00"));
    await done(manager, follow("quickrefund", key, "40.00"));
    expect(await refundTotals(key)).toMatchObject({ soldCents: 7000, refundedCents: 5000, leftCents: 2000 });
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

  test("in another currency shows that its batch holds several, before the batch is read", async () => {
    const key = existing({ currency: "392", batch: undefined });
    gateway.extra = { batch: { key: "1t1yen" } };
    await done(manager, follow("refund", key, "10"));
    expect(await hasSeenOthers("1t1yen")).toBe(true);
    expect(await hasSeenOthers("another")).toBe(false);
  });

  test("whose answer was lost counts as given back", async () => {
    const key = existing();
    gateway.behavior = "reset-before";
    await done(manager, follow("refund", key, "60.00"));
    gateway.behavior = "approve";
    expect(await refundTotals(key)).toMatchObject({
      refundedCents: 6000,
      unconfirmedCents: 6000,
      leftCents: 1000,
    });
  });

  test("of eight in one moment never gives back more than was sold", async () => {
    const key = existing();
    await Promise.all(
      Array.from({ length: 8 }, () => startFollowUp(manager, follow("quickrefund", key, "30.00"))),
    );
    await startFollowUp(manager, follow("quickrefund", key, "30.00"));
    const after = await refundTotals(key);
    expect(after?.refundedCents).toBeLessThanOrEqual(7000);
    expect(gateway.posts.length * 3000).toBe(after?.refundedCents);
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
    expect(reading.refundTotals).toBeUndefined();
    const nameless = existing({ trantype_code: "C", status_code: "P", amount: "5.00" });
    expect(await readPayment(nameless, {})).toMatchObject({ refunded: undefined });
  });

  test("that the gateway no longer offers says that all of it was given back", async () => {
    const key = existing();
    await done(manager, follow("refund", key, "70.00"));
    const made = gateway.transactions.find((one) => one.key === key);
    Object.assign(made ?? {}, { available_actions: ["quickrefund", "quicksale"] });
    expect(await startFollowUp(manager, follow("refund", key, "70.00"))).toMatchObject({
      problem: { message: "Nothing is left to refund. Nothing was done." },
    });
  });

  test("of a payment in euros is refused in euros", async () => {
    const key = existing({ currency: "978", orderid: "ORDER-97" });
    await done(manager, follow("refund", key, "60.00"));
    expect(await startFollowUp(manager, follow("refund", key, "10.01"))).toMatchObject({
      problem: { fields: { amount: expect.stringContaining("Only €10.00 is left") } },
    });
  });

  onSqlite("against an authorization is the least that a capture may take", async () => {
    const key = existing({
      trantype_code: "A",
      status_code: "N",
      available_actions: ["capture", "quickrefund"],
    });
    await done(manager, follow("quickrefund", key, "20.00"));
    expect(await startFollowUp(manager, follow("cc:capture", key, "19.99"))).toMatchObject({
      problem: { message: expect.stringContaining("$20.00 of this payment was already refunded") },
    });
    expect((await done(manager, follow("cc:capture", key, "20.00"))).state).toBe("answered");
    expect(gateway.posts).toHaveLength(2);
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

  test("without a linked sale needs its own right and a reason, which the attempt keeps", async () => {
    const key = existing();
    expect(await startFollowUp(clerk, follow("quickrefund", key, "1.00"))).toMatchObject({
      problem: { message: expect.stringContaining("does not include") },
    });
    expect(await startFollowUp(manager, follow("quickrefund", key, "1.00", { reason: "" }))).toMatchObject({
      problem: { fields: { reason: expect.any(String) } },
    });
    expect(gateway.posts).toEqual([]);
    const refund = await done(manager, follow("quickrefund", key, "1.00"));
    expect(refund.steps[0]?.text).toContain("Reason: Goods returned");
  });
});
