import { beforeAll, expect, test } from "vitest";
import { newAttemptId } from "#lib/attempt.ts";
import { type ChargeValues, emptyCharge } from "#lib/charge/fields/values.ts";
import { amountText } from "#lib/format/amount-text.ts";
import { readMoneyLimits } from "#lib/payments/money-limits.ts";
import { ok } from "#lib/result.ts";
import { addUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { approveRequest } from "../approvals/decide-request.ts";
import { findSignerOf } from "../approvals/find-signer.ts";
import { moveAttempt } from "../attempts/attempts.ts";
import { cancelAttempt } from "../cancel-attempt.ts";
import { findCurrentAttempt } from "../follow-up/find-current-attempt.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import {
  clerk,
  done,
  follow,
  gateway,
  manager,
  nextNumber,
  sale,
  setUpFollowUps,
} from "../follow-up/test-follow-ups.ts";
import { startCharge } from "../start-charge.ts";
import { leaveShort } from "./leave-short.ts";
import { listOpenOrders } from "./list-open.ts";
import { findOrder } from "./orders.ts";
import { planUndo } from "./plan-undo.ts";
import { undoForm, undoOrder } from "./undo.ts";

setUpFollowUps();

describeStores("an order in several parts", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));

  async function charged(amount: string, change: Partial<ChargeValues>) {
    const result = await startCharge(clerk, sale(amount, change));
    if (!result.ok) throw new Error(`it was stopped: ${JSON.stringify(result.problem)}`);
    return result.value;
  }

  /** $60 and some cents on a card, the rest of $100 in cash, as the gateway shows them. */
  async function paidInTwo() {
    const cents = String(nextNumber() % 100).padStart(2, "0");
    const card = await charged(`100.${cents}`, { split: true, partAmount: `60.${cents}` });
    const cash = await charged("40.00", { tender: "cash", completes: card.id });
    show(card.transaction?.key, { available_actions: ["void", "releasefunds"] });
    show(cash.transaction?.key, { trantype_code: "G", status_code: "P", status: "Posted" });
    return { card, cash };
  }

  const show = (key: string | undefined, change: Record<string, unknown>) =>
    Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, change);
  const undoing = (order: string, parts: readonly string[]) =>
    undoForm.parse({
      order,
      reason: "Customer changed their mind",
      parts: parts.map((part) => ({ part, attemptId: newAttemptId() })),
    });
  const limitClerks = () =>
    Object.assign(env(), { moneyLimits: readMoneyLimits("clerk void 50.00, clerk refund 45.00").limits });
  async function addApprover() {
    const email = `helen${nextNumber()}@shop.test`;
    const added = await addUser(db(), { email, name: "Helen", role: "admin", password: "a long enough one" });
    if (!added.ok) throw new Error(added.problem.message);
    return { id: added.value.id, name: "Helen", role: "admin" as const };
  }
  const approve = async (person: Awaited<ReturnType<typeof addApprover>>, request = "") =>
    expect(await approveRequest(person, { request, note: "" }, async () => ok(null))).toMatchObject({
      ok: true,
    });
  const sentCommands = () => gateway.posts.map(({ command }) => command);
  const openOf = async (id: string) => (await listOpenOrders()).find((order) => order.id === id);

  test("goes on when its undoing was given up and arrives later", async () => {
    const { card, cash } = await paidInTwo();
    const late = undoing(card.id, [card.id, cash.id]);
    expect(await cancelAttempt(manager, late.parts[1]?.attemptId ?? "")).toBe(true);
    expect(await undoOrder(manager, late)).toMatchObject({ ok: false, problem: { isCanceled: true } });
    expect((await findCurrentAttempt(card.id))?.current?.balance?.closed).toBeUndefined();
    expect((await undoOrder(manager, undoing(card.id, [card.id, cash.id]))).ok).toBe(true);
  });

  test("stays as it was when its undoing is given up while the gateway is read", async () => {
    const { card, cash } = await paidInTwo();
    const given = undoing(card.id, [card.id, cash.id]);
    const before = sentCommands().length;
    gateway.beforeRead = async () => {
      for (const { attemptId } of given.parts) expect(await cancelAttempt(manager, attemptId)).toBe(true);
    };
    expect(await undoOrder(manager, given)).toMatchObject({ ok: false, problem: { isCanceled: true } });
    expect((await findCurrentAttempt(card.id))?.current?.balance?.closed).toBeUndefined();
    expect(sentCommands()).toHaveLength(before);
  });

  test("can't be given up any more once its undoing has begun, and can again after it", async () => {
    const { card, cash } = await paidInTwo();
    const given = undoing(card.id, [card.id, cash.id]);
    const tried: boolean[] = [];
    const tryOnceClosed = async () => {
      gateway.beforeRead = tryOnceClosed;
      if (!(await findOrder(db(), card.id))?.closed_as) return;
      for (const { attemptId } of given.parts) tried.push(await cancelAttempt(manager, attemptId));
    };
    gateway.beforeRead = tryOnceClosed;
    expect((await undoOrder(manager, given)).ok).toBe(true);
    gateway.beforeRead = undefined;
    expect(tried.length).toBeGreaterThan(0);
    expect(tried).not.toContain(true);
    expect(await db().selectFrom("held_attempt_ids").selectAll().execute()).toEqual([]);
  });

  onSqlite("is open until its sum is whole, for anyone", async () => {
    const card = await charged("99.70", { split: true, partAmount: "59.70" });
    expect(await openOf(card.id)).toMatchObject({
      kind: "due",
      totalCents: 9970,
      paidCents: 5970,
      dueCents: 4000,
      by: "Mira Castellanos",
    });
    const rest = await startCharge(manager, sale("40.00", { tender: "cash", completes: card.id }));
    expect(rest.ok).toBe(true);
    expect(await openOf(card.id)).toBeUndefined();
  });

  test("that was left short is open no more", async () => {
    const card = await charged("99.71", { split: true, partAmount: "59.71" });
    await leaveShort(clerk, { order: card.id });
    expect(await openOf(card.id)).toBeUndefined();
  });

  onSqlite("is undone part by part, each recorded for itself", async () => {
    const { card, cash } = await paidInTwo();
    expect(await planUndo(manager, card.id)).toMatchObject({
      ok: true,
      value: [
        { part: card.id, command: "cc:void:release" },
        { part: cash.id, command: "cash:refund", cents: 4000 },
      ],
    });
    const undone = await undoOrder(manager, undoing(card.id, [card.id, cash.id]));
    expect(undone).toMatchObject({
      ok: true,
      value: {
        results: [
          { part: card.id, attempt: { command: "cc:void:release", state: "answered" } },
          { part: cash.id, attempt: { command: "cash:refund", state: "answered", amountCents: 4000 } },
        ],
        balance: {
          closed: { as: "undone", by: "Tobias Lindqvist" },
          first: { isGone: true, state: "released" },
          parts: [{ isGone: true, state: "refunded" }],
        },
      },
    });
    expect(sentCommands()).toEqual(["sale", "cash:sale", "cc:void:release", "cash:refund"]);
    expect(await openOf(card.id)).toBeUndefined();
  });

  test.each(["card", "check"] as const)(
    "counts a %s that others voided as not paid once it is read, and as paid again",
    async (tender) => {
      const part = await charged(`100.${10 + (nextNumber() % 90)}`, {
        ...{ split: true, partAmount: "60.00", tender },
        ...(tender === "check" && aCheck),
      });
      const { key = "" } = part.transaction ?? {};
      await charged("10.00", { tender: "cash", completes: part.id });
      const paid = async () => (await openOf(part.id))?.paidCents;
      expect(await paid()).toBe(7000);
      const as = tender === "card" ? "trantype_code" : "status_code";
      show(key, tender === "card" ? { [as]: "V" } : { trantype_code: "K", [as]: "V", status: "Voided" });
      await readTransaction(key, { fresh: true });
      expect(await paid()).toBe(1000);
      show(key, tender === "card" ? { [as]: "S" } : { [as]: "P", status: "Pending" });
      await readTransaction(key, { fresh: true });
      expect(await paid()).toBe(7000);
    },
  );

  test("counts a part again that was voided here and restored elsewhere, once it is read", async () => {
    const { card } = await paidInTwo();
    const { key = "" } = card.transaction ?? {};
    const voiding = await done(manager, follow("void", key, ""));
    const paid = async () => (await openOf(card.id))?.paidCents;
    expect(await paid()).toBe(4000);
    show(key, { trantype_code: "S" });
    await readTransaction(key, { fresh: true });
    // So soon after the void it may be an old picture.
    expect(await paid()).toBe(4000);
    const before = Date.now() - 120_000;
    await db().updateTable("attempts").set({ outcome_at: before }).where("id", "=", voiding.id).execute();
    await readTransaction(key, { fresh: true });
    expect(await paid()).toBeUndefined();
  });

  test.each(["void", "reading"])(
    "counts a part again whose void was undone, though the clock that wrote the %s is ahead",
    async (by) => {
      const { card, cash } = await paidInTwo();
      const { key = "" } = card.transaction ?? {};
      const voiding = await done(manager, follow("void", key, ""));
      show(key, { trantype_code: "V", available_actions: ["unvoid"] });
      await readTransaction(key, { fresh: true });
      const ahead = Date.now() + 90_000;
      if (by === "void")
        await db().updateTable("attempts").set({ outcome_at: ahead }).where("id", "=", voiding.id).execute();
      else
        await db()
          .updateTable("cached_transactions")
          .set({ read_at: ahead })
          .where("key", "=", key)
          .execute();
      expect((await openOf(card.id))?.dueCents).toBe(card.amountCents);
      await done(manager, follow("unvoid", key, ""));
      expect(await openOf(card.id)).toBeUndefined();
      const again = sale(amountText(card.amountCents ?? 0), { tender: "cash", completes: cash.id });
      expect(await startCharge(clerk, again)).toMatchObject({ ok: false });
    },
  );

  onSqlite("goes on when its first payment is voided elsewhere, and is not called undone", async () => {
    const { card, cash } = await paidInTwo();
    const { transaction, amountCents = 0 } = card;
    await done(manager, follow("void", transaction?.key ?? "", ""));
    expect((await findCurrentAttempt(cash.id))?.current?.balance).toMatchObject({
      openCents: amountCents,
      first: { isGone: true, state: "voided", cents: amountCents },
      parts: [{ attemptId: cash.id, cents: 4000 }],
    });
    expect(await openOf(card.id)).toMatchObject({ kind: "due", paidCents: 4000, dueCents: amountCents });
    expect(await planUndo(manager, card.id)).toMatchObject({
      value: [
        { part: card.id, problem: "Already voided." },
        { part: cash.id, command: "cash:refund", effect: expect.any(String) },
      ],
    });
    const again = sale(amountText(amountCents), { tender: "cash", completes: cash.id });
    expect(await startCharge(clerk, again)).toMatchObject({ ok: true, value: { completes: card.id } });
    expect(await openOf(card.id)).toBeUndefined();
    // The void is not undone on top of that: the order would be paid twice.
    show(transaction?.key, { trantype_code: "V", available_actions: ["unvoid"] });
    expect(await startFollowUp(clerk, follow("unvoid", transaction?.key ?? "", ""))).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("was collected another way") },
    });
  });

  test("that goes on after a void takes its first payment back while that is still to pay", async () => {
    const { card, cash } = await paidInTwo();
    await done(manager, follow("void", card.transaction?.key ?? "", ""));
    show(card.transaction?.key, { trantype_code: "V", available_actions: ["unvoid"] });
    await done(clerk, follow("unvoid", card.transaction?.key ?? "", ""));
    expect((await findCurrentAttempt(cash.id))?.current?.balance).toMatchObject({ openCents: 0 });
  });

  test("says of a check in it what the void of a check does", async () => {
    const card = await charged("99.74", { split: true, partAmount: "59.74" });
    const check = await charged("40.00", { tender: "check", ...aCheck, completes: card.id });
    show(card.transaction?.key, { available_actions: ["void"] });
    show(check.transaction?.key, { trantype_code: "K", check: {}, available_actions: ["void"] });
    expect(await planUndo(manager, card.id)).toMatchObject({
      value: [
        { effect: expect.stringContaining("The hold on the card") },
        { effect: expect.stringContaining("The check is not sent to the bank.") },
      ],
    });
  });

  test("is undone once, however often the button is pressed", async () => {
    const { card, cash } = await paidInTwo();
    const same = undoing(card.id, [card.id, cash.id]);
    await Promise.all([undoOrder(manager, same), undoOrder(manager, same)]);
    await undoOrder(manager, same);
    show(card.transaction?.key, { trantype_code: "V", status_code: "R", available_actions: [] });
    const elsewhere = await undoOrder(manager, undoing(card.id, [card.id, cash.id]));
    expect(elsewhere).toMatchObject({
      ok: true,
      value: { results: [{ problem: expect.any(String) }, { problem: expect.any(String) }] },
    });
    expect(sentCommands().sort()).toEqual(["cash:refund", "cash:sale", "cc:void:release", "sale"]);
  });

  test("from two workstations at the same moment is undone once", async () => {
    const { card, cash } = await paidInTwo();
    const other = { ...manager, id: "manager-2", name: "Ida Novak" };
    await Promise.all(
      [manager, other].map((person) => undoOrder(person, undoing(card.id, [card.id, cash.id]))),
    );
    expect(sentCommands().filter((command) => command === "cash:refund")).toHaveLength(1);
    // A second release of what is released gives back nothing: the gateway refuses it.
    expect(sentCommands().filter((command) => command === "cc:void:release").length).toBeGreaterThan(0);
  });

  onSqlite("stays open with what a part that failed leaves, and collects nothing more", async () => {
    const { card, cash } = await paidInTwo();
    gateway.behavior = "decline";
    const undone = await undoOrder(manager, undoing(card.id, [card.id]));
    gateway.behavior = "approve";
    expect(undone).toMatchObject({ ok: true, value: { results: [{ attempt: { state: "answered" } }] } });
    expect(await openOf(card.id)).toMatchObject({ kind: "undoing", by: "Tobias Lindqvist" });
    expect(await startCharge(clerk, sale("0.01", { tender: "cash", completes: card.id }))).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("Tobias Lindqvist undid this order") },
    });
    await undoOrder(manager, undoing(card.id, [card.id, cash.id]));
    expect(await openOf(card.id)).toBeUndefined();
  });

  onSqlite(
    "stays open and whole while a part of it needs approval, which is asked for before anything is done",
    async () => {
      limitClerks();
      const approver = await addApprover();
      const { card, cash } = await paidInTwo();
      const form = undoing(card.id, [card.id, cash.id]);
      const sent = sentCommands();
      const asked = await undoOrder(clerk, form);
      expect(asked).toMatchObject({ ok: true, value: { isAsked: true } });
      expect(asked.ok && asked.value.results.map(({ ask }) => ask?.command)).toEqual([
        "cc:void:release",
        undefined,
      ]);
      const wrong = findSignerOf(
        { approver: approver.id, password: "wrong", code: "" },
        { address: undefined },
      );
      expect(await undoOrder(clerk, form, wrong)).toMatchObject({
        value: {
          isAsked: true,
          results: [{ ask: { problem: expect.stringContaining("not the password") } }, {}],
        },
      });
      expect(await openOf(card.id)).toBeUndefined();
      expect((await findCurrentAttempt(card.id))?.current?.balance?.closed).toBeUndefined();
      expect(sentCommands()).toEqual(sent);

      const requested = await undoOrder(clerk, form, { note: "" });
      const request = (requested.ok && requested.value.results[0]?.ask?.request) || undefined;
      expect(request).toMatchObject({ state: "waiting", command: "cc:void:release" });
      expect(request?.canContinue).toBeUndefined();
      expect(await undoOrder(clerk, form)).toMatchObject({ value: { isAsked: true } });
      expect((await findCurrentAttempt(card.id))?.current?.balance?.closed).toBeUndefined();
      await approve(approver, request?.id);
      expect(await undoOrder(clerk, form)).toMatchObject({
        value: {
          results: [
            { attempt: { command: "cc:void:release", approvedBy: "Helen" } },
            { attempt: { command: "cash:refund", state: "answered" } },
          ],
          balance: { closed: { as: "undone" } },
        },
      });
      expect(sentCommands()).toEqual([...sent, "cc:void:release", "cash:refund"]);
      Object.assign(env(), { moneyLimits: {} });
    },
  );

  const stale: Record<string, (key: string, request: string, approver: { id: string }) => Promise<unknown>> =
    {
      "of which a part was refunded since": (key) => done(manager, follow("refund", key, "1.00")),
      "whose approval has expired": (_, request) =>
        db().updateTable("approval_requests").set({ expires_at: 1 }).where("id", "=", request).execute(),
      "whose approver was disabled since": (_key, _request, { id }) =>
        db().updateTable("users").set({ disabled: 1 }).where("id", "=", id).execute(),
    };
  onSqlite.each(Object.entries(stale))("%s asks again, and no part of it is undone", async (_, change) => {
    limitClerks();
    const [approver, other] = [await addApprover(), await addApprover()];
    const { card, cash } = await paidInTwo();
    const key = card.transaction?.key ?? "";
    show(key, { status_code: "S", batch: { key: "1t1closed" }, available_actions: ["refund"] });
    const form = undoing(card.id, [cash.id, card.id]);
    const requestNow = async () => {
      const asked = await undoOrder(clerk, form, { note: "" });
      return (asked.ok && asked.value.results[1]?.ask?.request) || undefined;
    };
    const first = await requestNow();
    await approve(approver, first?.id);
    await change(key, first?.id ?? "", approver);
    const sent = sentCommands();
    const again = await undoOrder(clerk, form);
    expect(again).toMatchObject({ ok: true, value: { isAsked: true, results: [{}, { ask: {} }] } });
    expect(again.ok && again.value.results[1]?.ask?.request).toBeFalsy();
    expect((await findCurrentAttempt(card.id))?.current?.balance?.closed).toBeUndefined();
    expect(sentCommands()).toEqual(sent);

    const second = await requestNow();
    expect(second).toMatchObject({ state: "waiting" });
    await approve(other, second?.id);
    const reason = "Another reason than the approved one";
    expect(await undoOrder(clerk, { ...form, reason })).toMatchObject({ value: { isAsked: true } });
    expect(sentCommands()).toEqual(sent);
    expect(await undoOrder(clerk, form)).toMatchObject({ value: { balance: { closed: { as: "undone" } } } });
    expect(sentCommands()).toEqual([...sent, "cash:refund", "refund"]);
    Object.assign(env(), { moneyLimits: {} });
  });

  onSqlite("leaves to a manager what a clerk may not refund, and says so", async () => {
    const { card, cash } = await paidInTwo();
    const undone = await undoOrder(clerk, undoing(card.id, [card.id, cash.id]));
    expect(undone).toMatchObject({
      ok: true,
      value: {
        results: [
          { attempt: { state: "answered" } },
          { problem: "Only a manager or an admin can refund it. Ask one to undo the order." },
        ],
      },
    });
    expect(await openOf(card.id)).toMatchObject({ kind: "undoing", paidCents: 4000 });
  });

  onSqlite("is not called undone where no payment is named, or none can be undone", async () => {
    const { card, cash } = await paidInTwo();
    const closedAs = async () =>
      (await db().selectFrom("payment_orders").select("closed_as").where("id", "=", card.id).execute())[0]
        ?.closed_as;
    const ends = () =>
      db()
        .selectFrom("audit_events")
        .select("data")
        .where("name", "=", "order.closed")
        .where("subject", "=", card.id)
        .execute();
    expect(await undoOrder(clerk, undoing(card.id, []))).toMatchObject({
      ok: false,
      problem: { message: "Choose the payments to undo. Nothing was done." },
    });
    expect(await undoOrder(clerk, undoing(card.id, [cash.id]))).toMatchObject({
      ok: true,
      value: { results: [{ problem: expect.stringContaining("Only a manager or an admin") }] },
    });
    // An attempt of theirs that took nothing of it back is no proof that a part was.
    const other = await charged("9.74", {});
    const forged = undoForm.parse({
      ...{ order: card.id, reason: "Customer changed their mind" },
      parts: [{ part: cash.id, attemptId: other.id }],
    });
    expect(await undoOrder(clerk, forged)).toMatchObject({
      value: { results: [{ part: cash.id, problem: expect.any(String) }] },
    });
    expect(await closedAs()).toBeNull();
    expect(await ends()).toEqual([]);
    await undoOrder(clerk, undoing(card.id, [card.id, cash.id]));
    expect(await closedAs()).toBe("undone");
    expect(await ends()).toHaveLength(1);
  });

  test("does not undo a part without an answer, and says when", async () => {
    const card = await charged("99.72", { split: true, partAmount: "59.72" });
    gateway.behavior = "reset-after-commit";
    const lost = await charged("40.00", { completes: card.id });
    gateway.behavior = "approve";
    expect(lost.state).toBe("unknown");
    expect(await planUndo(manager, card.id)).toMatchObject({
      value: [{}, { part: lost.id, problem: expect.stringContaining("Its outcome is not known yet.") }],
    });
    await moveAttempt(lost.id, ["unknown"], { state: "resolved", problem: moved }, step);
    expect(await openOf(card.id)).toBeUndefined();
  });

  test("undoes nothing that is no part of it", async () => {
    const { card } = await paidInTwo();
    const other = await charged("9.73", {});
    expect(await undoOrder(manager, undoing(card.id, [other.id]))).toMatchObject({
      value: { results: [{ problem: "This payment isn't part of the order. Nothing was done." }] },
    });
    expect(await undoOrder(manager, undoing(other.id, [other.id]))).toMatchObject({
      ok: false,
      problem: { message: "There is no such order. Nothing was done." },
    });
  });
});

const aCheck = {
  check: { ...emptyCharge("").check, name: "Ada Okafor", routing: "987654320", account: "10178199" },
};
const moved = JSON.stringify({ message: "It was found.", moved: true });
const step = { kind: "resolved", text: "It was found." } as const;
