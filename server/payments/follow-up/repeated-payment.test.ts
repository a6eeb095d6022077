import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { findAttempt } from "../attempts/attempts.ts";
import { decide } from "../decide.ts";
import { startCharge } from "../start-charge.ts";
import { startFollowUp } from "./start-follow-up.ts";
import { clerk, done, existing, follow, gateway, manager, sale, setUpFollowUps } from "./test-follow-ups.ts";

setUpFollowUps();

describeStoresOnSqlite("an action that takes money", (open) => {
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

  test("is not asked about for the charge it repeats, but a charge is asked about for it", async () => {
    const charged = await startCharge(clerk, sale("11.25"));
    if (!charged.ok) throw new Error("it was stopped");
    const made = gateway.transactions[0];
    Object.assign(made ?? {}, { status_code: "P", available_actions: ["quicksale"] });
    const key = charged.value.transaction?.key ?? "";
    const repeated = await done(clerk, follow("quicksale", key, "11.25"));
    expect(repeated.state).toBe("answered");
    expect(await startFollowUp(clerk, follow("quicksale", key, "11.25"))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: repeated.id }] },
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
      gateway.behavior = "decline";
      await done(clerk, follow("void", key, ""));
      expect(await chargeAgain("17.20")).toMatchObject(asked);
      gateway.behavior = "reset-before";
      await done(clerk, follow("void", key, ""));
      expect(await chargeAgain("17.20")).toMatchObject(asked);
    });

    test("a void that a manager decided happened is asked about and shown as voided", async () => {
      const { key, id } = await charged("17.30");
      gateway.behavior = "reset-before";
      const lost = await done(clerk, follow("void", key, ""));
      gateway.behavior = "approve";
      await decide(manager, { attemptId: lost.id, moved: true, reason: "Seen at the gateway as voided." });
      expect(await chargeAgain("17.30")).toMatchObject({
        problem: { kind: "needs-confirmation", duplicates: [{ id, current: { state: "voided" } }] },
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
        problem: { kind: "needs-confirmation", duplicates: [{ id, current: { state: "refunded" } }] },
      });
    });
  });

  test("on the card of another charge is asked about as that charge", async () => {
    const other = await startCharge(clerk, sale("13.50"));
    if (!other.ok) throw new Error("it was stopped");
    const charged = await startCharge(clerk, sale("13.60"));
    const key = (charged.ok && charged.value.transaction?.key) || "";
    Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, {
      available_actions: ["quicksale"],
    });
    expect(await startFollowUp(clerk, follow("quicksale", key, "13.50"))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: other.value.id }] },
    });
  });

  test("is blocked while the same is without an answer, also from another payment of the card", async () => {
    const key = existing();
    gateway.behavior = "reset-before";
    const lost = await done(clerk, follow("quicksale", key, "13.00"));
    gateway.behavior = "approve";
    expect(lost.state).toBe("unknown");
    expect(await startFollowUp(clerk, follow("quicksale", key, "13.00"))).toMatchObject({
      problem: { kind: "blocked", blocking: { id: lost.id } },
    });
    expect(gateway.posts).toHaveLength(1);
  });

  test("of a capture is not asked about for its own authorization, but for another charge of the card", async () => {
    const hold = await startCharge(clerk, sale("15.00", { kind: "later" }));
    if (!hold.ok) throw new Error("it was stopped");
    Object.assign(gateway.transactions[0] ?? {}, {
      trantype_code: "A",
      status_code: "N",
      amount: "15.00",
      available_actions: ["capture"],
    });
    const key = hold.value.transaction?.key ?? "";
    expect((await done(clerk, follow("cc:capture", key, "15.00"))).state).toBe("answered");
    // Its capture is no duplicate of the payment that is repeated either.
    Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, {
      trantype_code: "S",
      status_code: "P",
      available_actions: ["quicksale"],
    });
    const repeated = await done(clerk, follow("quicksale", key, "15.00"));
    expect(await startCharge(clerk, sale("15.00"))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: repeated.id }, { id: hold.value.id }] },
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
      .set({ outcome_at: longAgo + 1000 })
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
    gateway.behavior = "reset-before";
    const confirmedDuplicates = [charged.value.id];
    const lost = await startCharge(clerk, { ...sale("33.00"), confirmedDuplicates });
    gateway.behavior = "approve";
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

  test("sends the invoice and the texts that were asked for, and the same press again is the same payment", async () => {
    const key = existing({ orderid: "ORDER-9", invoice: "10479" });
    const details = { invoice: "10480", orderid: "ORDER-9", ponum: "PO-1", email: "ada@example.com" };
    const values = follow("quicksale", key, "25.00", { details });
    const first = await done(clerk, values);
    expect((await done(clerk, values)).id).toBe(first.id);
    expect(gateway.posts).toHaveLength(1);
    expect(gateway.posts[0]).toMatchObject({
      orderid: "ORDER-9",
      invoice: "10480",
      ponum: "PO-1",
      email: "ada@example.com",
      send_receipt: true,
    });
    const other = { ...values, details: { ...details, invoice: "10481" } };
    expect(await startFollowUp(clerk, other)).toMatchObject({ problem: { kind: "refused" } });
    const plain = follow("quicksale", key, "26.00", { details: { invoice: "10479", orderid: "ORDER-9" } });
    const kept = await done(clerk, plain);
    expect((await done(clerk, plain)).id).toBe(kept.id);
    expect(gateway.posts[1]).toMatchObject({ orderid: "ORDER-9", invoice: "10479" });
  });

  test("does not pass on an order id that is an older reference of ours, and names its person as the clerk", async () => {
    const earlier = await done(clerk, follow("quicksale", existing(), "22.00"));
    const key = existing({ orderid: earlier.reference });
    await done(clerk, follow("quicksale", key, "23.00"));
    expect(gateway.posts[1]).not.toHaveProperty("orderid");
    expect(gateway.posts[1]).toMatchObject({ clerk: clerk.name });
  });

  test("skips the gateway's duplicate detection only with the right for it and a reason", async () => {
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
