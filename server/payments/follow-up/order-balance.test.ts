import { beforeAll, expect, test } from "vitest";
import { newAttemptId } from "#lib/attempt.ts";
import type { ChargeValues } from "#lib/charge/fields/values.ts";
import { db } from "#server/db/db.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { findRow, moveAttempt } from "../attempts/attempts.ts";
import { decide, decisionForm } from "../decide.ts";
import { leaveShort } from "../orders/leave-short.ts";
import { readBalanceLimit } from "../orders/read-orders.ts";
import { startCharge } from "../start-charge.ts";
import { findCurrentAttempt, listCurrentAttempts } from "./find-current-attempt.ts";
import type { BalanceLimit } from "./order-balance.ts";
import { findOverLimit } from "./payment-limit.ts";
import { startFollowUp } from "./start-follow-up.ts";
import { clerk, done, follow, gateway, manager, sale, setUpFollowUps } from "./test-follow-ups.ts";

setUpFollowUps();

describeStores("a partial approval", (open, onSqlite) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
    useStore(store.db);
  });

  const collect = (completes: string, amount = "20.01", change: Partial<ChargeValues> = { tender: "cash" }) =>
    startCharge(clerk, sale(amount, { ...change, completes }));
  const refused = (message: string) => ({
    ok: false,
    problem: { message: expect.stringContaining(message) },
  });
  const split = (amount: string, partAmount: string) => sale(amount, { split: true, partAmount });
  const noMoney = JSON.stringify({ message: "It is nowhere.", moved: false });
  const step = { kind: "resolved", text: "It is nowhere." } as const;
  const currentOf = async (id: string) =>
    (await listCurrentAttempts({ limit: 50 })).find((one) => one.id === id)?.current;
  const balanceOf = async (id: string) => (await findCurrentAttempt(id))?.current?.balance;

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
    expect(await balanceOf(id)).toMatchObject({ openCents: 2001, parts: [] });
    const [one, other] = await Promise.all([collect(id), collect(id)]);
    expect([one.ok, other.ok].sort()).toEqual([false, true]);
    expect(await balanceOf(id)).toMatchObject({
      openCents: 0,
      parts: [{ paymentMethod: "Cash", cents: 2001, hasNoOutcome: false }],
    });
    expect(await currentOf(id)).toMatchObject({ balance: { openCents: 0 } });
    expect(await collect(id)).toMatchObject(
      refused("The rest of that payment was collected already. Nothing was sent."),
    );
    expect(gateway.posts).toHaveLength(2);
  });

  onSqlite("is collected in as many parts as it takes, and never above what is open", async () => {
    const { id } = await chargeInPart("80.03");
    const first = await approved(collect(id, "5.00"));
    expect(first.current?.balance).toMatchObject({ askedCents: 8003, openCents: 1503 });
    const above = await collect(id, "15.04");
    expect(above).toMatchObject(refused("Only $15.03 of that payment is still to collect."));
    expect(above).toMatchObject({ problem: { fields: { amount: expect.any(String) } } });
    gateway.behavior = "decline";
    await collect(id, "15.03", {});
    gateway.behavior = "approve";
    expect(await balanceOf(id)).toMatchObject({ openCents: 1503 });
    await approved(collect(id, "15.03"));
    expect(await balanceOf(id)).toMatchObject({ openCents: 0, parts: [{ cents: 500 }, { cents: 1503 }] });
    expect(gateway.posts).toHaveLength(4);
  });

  onSqlite(
    "counts of a part that was approved in part only what was approved, whichever of them is completed",
    async () => {
      const { id } = await chargeInPart("80.04");
      const second = await chargeInPart("20.04", "8.00", id);
      for (const one of [id, second.id]) expect(await balanceOf(one)).toMatchObject({ openCents: 1204 });
      expect(await collect(second.id, "12.05")).toMatchObject(refused("Only $12.04"));
      const cash = await approved(collect(second.id, "12.00"));
      expect(cash.completes).toBe(id);
      for (const one of [id, second.id, cash.id])
        expect(await balanceOf(one)).toMatchObject({ openCents: 4 });
    },
  );

  onSqlite("is open again once a payment toward it was voided", async () => {
    const { id } = await chargeInPart("80.05");
    const card = await approved(collect(id, "20.05", {}));
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void"] });
    await done(clerk, follow("void", card.transaction?.key ?? "", ""));
    expect(await balanceOf(id)).toMatchObject({ openCents: 2005, parts: [{ isGone: true }] });
    await approved(collect(id, "20.05"));
    expect(await balanceOf(id)).toMatchObject({ openCents: 0 });
    const shown = gateway.transactions.find(({ key }) => key === card.transaction?.key) ?? {};
    Object.assign(shown, { trantype_code: "V", available_actions: ["unvoid"] });
    expect(await startFollowUp(clerk, follow("unvoid", card.transaction?.key ?? "", ""))).toMatchObject(
      refused("The part of the order that this payment covered was collected another way"),
    );
  });

  const show = (key: string, change: Record<string, unknown>) =>
    Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, change);

  /** $60 of an order and its last $20, which is voided and can be restored. */
  async function partVoided(amount: string) {
    const { id } = await chargeInPart(amount);
    const part = await approved(collect(id, `2${amount.slice(1)}`, {}));
    const key = part.transaction?.key ?? "";
    show(key, { available_actions: ["void"] });
    await done(clerk, follow("void", key, ""));
    show(key, { trantype_code: "V", available_actions: ["unvoid"] });
    return { id, key };
  }

  onSqlite("is not collected while the void of a part is being undone", async () => {
    const { id, key } = await partVoided("80.16");
    gateway.behavior = "reset-before";
    const undoing = await done(clerk, follow("unvoid", key, ""));
    gateway.behavior = "approve";
    expect(undoing.state).toBe("unknown");
    useStore(store.another());
    const collectElsewhere = () => startCharge(manager, sale("20.16", { tender: "cash", completes: id }));
    expect(await collectElsewhere()).toMatchObject(
      refused(
        "$20.16 of that payment is not confirmed yet and may have been collected. Wait until the outcome is known",
      ),
    );
    await moveAttempt(undoing.id, ["unknown"], { state: "resolved", problem: noMoney }, step);
    await approved(collectElsewhere());
    expect(await balanceOf(id)).toMatchObject({ openCents: 0 });
    useStore(store.db);
  });

  test("is not collected by a form whose part is restored between its reading and its commit", async () => {
    const { id, key } = await partVoided("80.17");
    const first = await findRow(id);
    const read = first && (await readBalanceLimit(first));
    expect(read).toMatchObject({ balance: { openCents: 2017 }, limit: { completes: id } });
    useStore(store.another());
    const restored = await done(clerk, follow("unvoid", key, ""));
    expect(restored.state).toBe("answered");
    useStore(store.db);
    const limit = { ...read?.limit, cents: 2017 } as BalanceLimit;
    const over = await findOverLimit(db(), newAttemptId(), limit);
    expect(over?.problem).toBe("The rest of that payment was collected already.");
    expect(await collect(id, "20.17")).toMatchObject(
      refused("The rest of that payment was collected already."),
    );
  });

  test("is paid once when it is collected and its voided part restored in the same moment", async () => {
    for (const cents of [18, 19, 20]) {
      const { id, key } = await partVoided(`80.${cents}`);
      const before = gateway.posts.length;
      await Promise.all([startFollowUp(clerk, follow("unvoid", key, "")), collect(id, `20.${cents}`)]);
      expect(gateway.posts.length - before).toBe(1);
      expect(await balanceOf(id)).toMatchObject({ openCents: 0 });
    }
  });

  /** $60 of an order and its last $20, which was refunded in full; the keys of part and refund. */
  async function partRefunded(amount: string) {
    const { id } = await chargeInPart(amount);
    const part = await approved(collect(id, `2${amount.slice(1)}`, {}));
    const key = part.transaction?.key ?? "";
    show(key, { status_code: "S", available_actions: ["refund"] });
    const refund = (await done(manager, follow("refund", key, `2${amount.slice(1)}`))).transaction?.key ?? "";
    show(refund, { trantype_code: "C", status_code: "P", available_actions: ["void"] });
    return { id, key, refund };
  }

  onSqlite("stays as it is when the refund of a part is voided after its rest was collected", async () => {
    const { id, refund } = await partRefunded("80.21");
    await approved(collect(id, "20.21"));
    expect(await startFollowUp(manager, follow("void", refund, ""))).toMatchObject(
      refused("The part of the order that this payment covered was collected another way"),
    );
    const other = await partRefunded("80.22");
    await approved(collect(other.id, "10.00"));
    expect(await startFollowUp(manager, follow("void", other.refund, ""))).toMatchObject(
      refused("The part of the order that this payment covered was collected another way"),
    );
    const third = await partRefunded("80.23");
    await done(manager, follow("void", third.refund, ""));
    expect(await balanceOf(third.id)).toMatchObject({ openCents: 0 });
  });

  test("is not collected while the refund of a part is being voided, here or elsewhere in the same moment", async () => {
    const { id, refund } = await partRefunded("80.24");
    gateway.behavior = "reset-before";
    const voiding = await done(manager, follow("void", refund, ""));
    gateway.behavior = "approve";
    expect(voiding.state).toBe("unknown");
    useStore(store.another());
    const collectElsewhere = () => startCharge(manager, sale("20.24", { tender: "cash", completes: id }));
    expect(await collectElsewhere()).toMatchObject(
      refused(
        "$20.24 of that payment is not confirmed yet and may have been collected. Wait until the outcome is known",
      ),
    );
    await moveAttempt(voiding.id, ["unknown"], { state: "resolved", problem: noMoney }, step);
    await approved(collectElsewhere());
    useStore(store.db);

    for (const cents of [25, 26, 27]) {
      const both = await partRefunded(`80.${cents}`);
      const before = gateway.posts.length;
      await Promise.all([
        startFollowUp(manager, follow("void", both.refund, "")),
        collect(both.id, `20.${cents}`),
      ]);
      expect(gateway.posts.length - before).toBe(1);
      expect(await balanceOf(both.id)).toMatchObject({ openCents: 0 });
    }
  });

  const decideMoved = (attemptId: string) =>
    decide(manager, decisionForm.parse({ attemptId, moved: true, reason: "Seen in the portal" }));

  onSqlite(
    "is not collected once a person decided that the refund of a part was voided, or its void undone",
    async () => {
      const refunded = await partRefunded("80.29");
      gateway.behavior = "reset-before";
      const voiding = await done(clerk, follow("void", refunded.refund, ""));
      gateway.behavior = "approve";
      await decideMoved(voiding.id);
      expect(await collect(refunded.id, "20.29")).toMatchObject(
        refused("is not confirmed yet and may have been"),
      );

      const voided = await partVoided("80.30");
      gateway.behavior = "reset-before";
      const undoing = await done(clerk, follow("unvoid", voided.key, ""));
      gateway.behavior = "approve";
      await decideMoved(undoing.id);
      const first = await findRow(voided.id);
      const read = first && (await readBalanceLimit(first));
      expect(read?.limit).toMatchObject({ undone: [], restored: [] });
      const limit = { ...read?.limit, cents: 2030 } as BalanceLimit;
      expect(await findOverLimit(db(), newAttemptId(), limit)).toMatchObject({ kind: "over-limit" });
    },
  );

  test("is collected once the gateway confirms what was decided, after the search for it too", async () => {
    const { id } = await chargeInPart("80.31");
    const part = await approved(collect(id, "20.31", {}));
    const key = part.transaction?.key ?? "";
    show(key, { available_actions: ["void"] });
    gateway.behavior = "reset-before";
    const voiding = await done(clerk, follow("void", key, ""));
    gateway.behavior = "approve";
    await decideMoved(voiding.id);
    await db().updateTable("attempts").set({ next_lookup_at: null }).where("id", "=", voiding.id).execute();
    await db().deleteFrom("cached_transactions").execute();
    show(key, { trantype_code: "V" });
    await readTransaction(key, { fresh: true });
    expect(await findRow(voiding.id)).toMatchObject({ state: "resolved", answer: expect.any(String) });
    await approved(collect(id, "20.31"));
  });

  onSqlite("is not collected in place of a part that only a person decided was undone", async () => {
    const { id } = await chargeInPart("80.28");
    const part = await approved(collect(id, "20.28", {}));
    const key = part.transaction?.key ?? "";
    show(key, { available_actions: ["void"] });
    gateway.behavior = "reset-before";
    const voiding = await done(clerk, follow("void", key, ""));
    gateway.behavior = "approve";
    await decideMoved(voiding.id);
    expect(await collect(id, "20.28")).toMatchObject(
      refused("was undone by a person's decision, which the gateway has not confirmed"),
    );
    const sent = gateway.posts.length;
    show(key, { trantype_code: "V" });
    await readTransaction(key, { fresh: true });
    await approved(collect(id, "20.28"));
    expect(gateway.posts).toHaveLength(sent + 1);
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
    const none = "That payment was not partly approved";
    const whole = await approved(startCharge(clerk, sale("80.07")));
    expect(await collect(whole.id, "0.01")).toMatchObject(refused(none));
    const itself = sale("80.08", { tender: "cash" });
    expect(await startCharge(clerk, { ...itself, completes: itself.attemptId })).toMatchObject(refused(none));
    expect(await collect(newAttemptId(), "0.01")).toMatchObject(refused(none));
    gateway.behavior = "reset-before";
    const lost = await approved(startCharge(clerk, sale("80.09")));
    gateway.behavior = "approve";
    expect(await collect(lost.id, "0.01")).toMatchObject(
      refused("The outcome of that payment is not known yet."),
    );
    expect(gateway.posts).toHaveLength(2);
  });

  test("of a form that was sent twice is one payment", async () => {
    const { id } = await chargeInPart("80.10");
    const values = sale("20.10", { tender: "cash", completes: id });
    const [one, other] = await Promise.all([startCharge(clerk, values), startCharge(clerk, values)]);
    const again = await startCharge(clerk, values);
    for (const result of [one, other, again])
      expect(result, JSON.stringify(result)).toMatchObject({ ok: true, value: { id: values.attemptId } });
    expect(gateway.posts).toHaveLength(2);
  });

  test("that the clerk chose is an order from its first payment on", async () => {
    const first = await approved(startCharge(clerk, split("100.11", "60.11")));
    expect(first).toMatchObject({ amountCents: 6011, orderCents: 10_011 });
    expect(first.current?.balance).toMatchObject({ askedCents: 10_011, openCents: 4000, parts: [] });
    expect(gateway.posts[0]).toMatchObject({ amount: "60.11" });
    expect(await collect(first.id, "40.01")).toMatchObject(refused("Only $40.00"));
    await approved(collect(first.id, "15.00"));
    const last = await approved(collect(first.id, "25.00", {}));
    expect(last.current?.balance).toMatchObject({ openCents: 0, parts: [{ cents: 1500 }, { cents: 2500 }] });
  });

  onSqlite("of a split payment counts toward the whole order", async () => {
    gateway.extra = { result_code: "P", auth_amount: "30.00" };
    const first = await approved(startCharge(clerk, split("100.12", "60.12")));
    gateway.extra = {};
    expect(await balanceOf(first.id)).toMatchObject({ askedCents: 10_012, openCents: 7012 });
  });

  test("is no order while its first payment was declined", async () => {
    gateway.behavior = "decline";
    const first = await approved(startCharge(clerk, split("100.13", "60.13")));
    gateway.behavior = "approve";
    expect(await balanceOf(first.id)).toBeUndefined();
    expect(await collect(first.id, "40.00")).toMatchObject(refused("there is no rest to collect"));
  });

  onSqlite("without an answer blocks its own amount alone", async () => {
    gateway.behavior = "reset-before";
    const first = await approved(startCharge(clerk, split("100.14", "60.14")));
    gateway.behavior = "approve";
    expect(await collect(first.id, "40.01")).toMatchObject(refused("Only $40.00"));
    const cash = await approved(collect(first.id, "40.00"));
    expect(cash.current?.balance).toMatchObject({ openCents: 0, first: { hasNoOutcome: true, cents: 6014 } });
    await moveAttempt(first.id, ["unknown"], { state: "resolved", problem: noMoney }, step);
    expect(await balanceOf(cash.id)).toMatchObject({ openCents: 6014, first: { cents: 0 } });
    gateway.behavior = "reset-before";
    await approved(collect(cash.id, "50.14", {}));
    gateway.behavior = "approve";
    expect(await collect(first.id, "10.01")).toMatchObject(
      refused("$50.14 of that payment is not confirmed yet and may have been collected. Only $10.00 more"),
    );
    await approved(collect(first.id, "10.00"));
    expect(await collect(first.id, "0.01")).toMatchObject(refused("Wait until the outcome is known"));
  });

  test("takes nothing more once it was closed", async () => {
    const { id } = await approved(startCharge(clerk, split("100.15", "60.15")));
    expect(await leaveShort(clerk, { order: id })).toMatchObject({
      ok: true,
      value: { closed: { as: "short", by: clerk.name } },
    });
    expect(await collect(id, "40.00")).toMatchObject(
      refused("Mira Castellanos closed this order partly paid. Nothing more is collected for it."),
    );
  });

  test("collects nothing once the approved part was voided", async () => {
    const { id, transaction } = await chargeInPart("80.02");
    Object.assign(gateway.transactions[0] ?? {}, { available_actions: ["void"] });
    await done(clerk, follow("void", transaction?.key ?? "", ""));
    expect((await findCurrentAttempt(id))?.current).toMatchObject({ state: "voided" });
    expect(await collect(id)).toMatchObject({
      problem: {
        message: "Every payment of that order was undone: nothing is left to add to. Nothing was sent.",
        fields: { completes: "Every payment of the order was undone." },
      },
    });
    expect(gateway.posts).toHaveLength(2);
  });
});
