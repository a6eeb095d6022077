import { expect, test } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { env } from "#server/env.ts";
import { findAttempt } from "../attempts/attempts.ts";
import { cancelAttempt } from "../cancel-attempt.ts";
import { continueApproved } from "../follow-up/continue-approved.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import { gateway, sale, setUpFollowUps } from "../follow-up/test-follow-ups.ts";
import { startCharge } from "../start-charge.ts";
import { readApprovalNews } from "./list-requests.ts";
import { findOpenRequest } from "./request-rows.ts";
import { cancelRequest, expireRequests } from "./requests.ts";
import {
  ask,
  askOf,
  eventsOf,
  newClerk,
  refund,
  requestOf,
  setUpRequests,
  stateOf,
} from "./test-requests.ts";

setUpFollowUps();

describeStores("a request for approval", (open, onSqlite) => {
  const { called, approve, restart, useFirst } = setUpRequests(open);

  test("is stored with what an approver has to see, sends nothing, and is one however often it is sent", async () => {
    const { mira, form, request } = await ask();
    expect(request).toMatchObject({
      ...{ attemptId: form.attemptId, command: "refund", cents: 14_800, usedCents: 0, over: "transaction" },
      ...{ limit: { transactionCents: 10_000 }, paymentMethod: "Visa ending 2224", invoice: "10431" },
      ...{ transactionKey: form.key, originalCents: 14_800, reason: "Reason: Goods returned" },
      ...{ note: "Photo on file", askedBy: "Mira Castellanos", state: "waiting", canContinue: true },
    });
    const again = await startFollowUp(mira, form, { note: "" });
    expect(requestOf(again).id).toBe(request.id);
    expect(requestOf(await startFollowUp(mira, form)).id).toBe(request.id);
    expect(gateway.posts).toHaveLength(0);
    expect(await findAttempt(form.attemptId)).toBeUndefined();
    const { toDecide } = await readApprovalNews(called("Tomas"));
    const seen = toDecide.find(({ id }) => id === request.id);
    expect(seen).toMatchObject({ ownLimit: { transactionCents: 100_000 } });
    expect(seen?.canContinue).toBeUndefined();
    for (const name of ["Jonas", "Bea"]) expect((await readApprovalNews(called(name))).toDecide).toEqual([]);
    expect((await readApprovalNews(mira)).own).toMatchObject([{ id: request.id, state: "waiting" }]);
    await cancelRequest(mira, { request: request.id });
  });

  test("ends with the action that its page gave up, and is not made by one that arrives later", async () => {
    const { mira, form, request } = await ask();
    expect(await cancelAttempt(mira, form.attemptId)).toBe(true);
    expect((await readApprovalNews(mira)).own.find(({ id }) => id === request.id)).toMatchObject({
      state: "canceled",
    });
    expect(await approve("Tomas", request)).toMatchObject({ ok: false });
    for (const way of [undefined, { note: "" }])
      expect(await startFollowUp(mira, form, way)).toMatchObject({
        ok: false,
        problem: { isCanceled: true },
      });
    expect(await findOpenRequest(form.attemptId)).toBeUndefined();
    expect(gateway.posts).toHaveLength(0);
  });

  test("is not ended by another user who gives up its action, also once it is approved", async () => {
    const { form, request } = await ask();
    expect(await cancelAttempt(newClerk(), form.attemptId)).toBe(false);
    await approve("Tomas", request);
    expect(await cancelAttempt(newClerk(), form.attemptId)).toBe(false);
    expect(await stateOf(request.id)).toMatchObject({ state: "approved" });
  });

  onSqlite("is refused once its clerk has asked for many, and not another clerk's", async () => {
    const { mira } = await ask();
    for (let asked = 1; asked < 30; asked += 1)
      requestOf(await startFollowUp(mira, refund("148.00"), { note: "" }));
    expect(askOf(await startFollowUp(mira, refund("148.00"), { note: "" })).problem).toMatch(
      /^You have too many open approval requests. Nothing was sent/,
    );
    expect((await ask()).request.state).toBe("waiting");
  });

  test("that the clerk canceled meanwhile can't be approved, and one that is approved can still be canceled", async () => {
    const { mira, form, request } = await ask();
    expect(await cancelRequest(newClerk(), { request: request.id })).toMatchObject({ ok: false });
    const [canceled, approved] = await Promise.all([
      cancelRequest(mira, { request: request.id }),
      approve("Tomas", request),
    ]);
    expect(canceled).toMatchObject({ ok: true, value: { state: "canceled" } });
    if (!approved.ok)
      expect(approved.problem.message).toBe("Mira Castellanos canceled it. Nothing was sent.");
    expect(askOf(await startFollowUp(mira, form)).request).toBeUndefined();
    expect(await eventsOf(form.attemptId)).toContain("approval.canceled Mira Castellanos");
    expect(gateway.posts).toHaveLength(0);
  });

  test("expires, waiting or approved, and then neither is approved nor sends anything", async () => {
    Object.assign(env(), { approvalMs: 60 });
    const waiting = await ask();
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(await approve("Tomas", waiting.request)).toMatchObject({
      problem: { message: "It has expired. Nothing was sent." },
    });
    expect(await eventsOf(waiting.form.attemptId)).toEqual([
      "approval.requested Mira Castellanos",
      "approval.expired console",
    ]);
    Object.assign(env(), { approvalMs: 900_000 });
    const { mira, form, request } = await ask();
    await approve("Tomas", request);
    await db()
      .updateTable("approval_requests")
      .set({ expires_at: Date.now() - 1 })
      .where("id", "=", request.id)
      .execute();
    // Sent at the moment it is over, before anybody has noticed.
    expect(askOf(await startFollowUp(mira, form)).problem).toBe("Its approval has ended. Nothing was sent.");
    await Promise.all([expireRequests(), expireRequests()]);
    expect(await stateOf(request.id)).toMatchObject({ state: "expired", decided_by_name: "Tomas" });
    const events = await eventsOf(form.attemptId);
    expect(events.filter((event) => event.startsWith("approval.expired"))).toHaveLength(1);
    expect(gateway.posts).toHaveLength(0);
  });

  onSqlite("is for this payment, amount and person alone", async () => {
    const { mira, form, request } = await ask();
    await approve("Tomas", request);
    expect(askOf(await startFollowUp(mira, { ...form, amount: "147.00" })).request).toBeUndefined();
    expect(
      askOf(await startFollowUp(mira, { ...form, attemptId: "another-form-of-the-workstation" })),
    ).not.toHaveProperty("request");
    expect(askOf(await startFollowUp(newClerk(), form)).request).toBeUndefined();
    expect(await startFollowUp(newClerk(), form, { note: "" })).toMatchObject({
      problem: { ask: { problem: "Someone else asked for this. Open a new form." } },
    });
    // Another amount of the same form takes its place.
    const other = requestOf(await startFollowUp(mira, { ...form, amount: "147.00" }, { note: "" }));
    expect(other.cents).toBe(14_700);
    expect((await stateOf(request.id)).state).toBe("canceled");
    expect(askOf(await startFollowUp(mira, form)).request).toBeUndefined();
    expect(gateway.posts).toHaveLength(0);
  });

  onSqlite("is for the reason that its approver read: another one is asked for again", async () => {
    const { mira, form, request } = await ask();
    await approve("Tomas", request);
    const changed = { ...form, reason: "Price matched for a friend" };
    expect(askOf(await startFollowUp(mira, changed)).request).toBeUndefined();
    expect(await findAttempt(form.attemptId)).toBeUndefined();
    const other = requestOf(await startFollowUp(mira, changed, { note: "" }));
    expect(other).toMatchObject({ reason: "Reason: Price matched for a friend", state: "waiting" });
    expect((await stateOf(request.id)).state).toBe("canceled");
    expect(gateway.posts).toHaveLength(0);
    await approve("Helen", other);
    expect(askOf(await startFollowUp(mira, form)).request).toBeUndefined();
    expect(await startFollowUp(mira, changed)).toMatchObject({ ok: true, value: { approvedBy: "Helen" } });
    const { steps } = (await findAttempt(form.attemptId)) ?? {};
    expect(steps?.[0]?.text).toContain("Reason: Price matched for a friend");
    expect(gateway.posts).toHaveLength(1);
  });

  test("outlives the process: what was approved is sent once by the next, or never", async () => {
    const { mira, form, request } = await ask();
    await approve("Tomas", request);
    restart();
    expect((await readApprovalNews(mira)).own[0]).toMatchObject({ id: request.id, state: "approved" });
    // The page is gone: the clerk goes on from the list.
    expect(await continueApproved(called("Jonas"), { request: request.id })).toMatchObject({ ok: false });
    const both = await Promise.all([
      continueApproved(mira, { request: request.id }),
      startFollowUp(mira, form),
    ]);
    expect(both.some(({ ok }) => ok)).toBe(true);
    expect(await findAttempt(form.attemptId)).toMatchObject({ state: "answered", approvedBy: "Tomas" });
    const again = await continueApproved(mira, { request: request.id });
    expect(again).toMatchObject({ ok: true, value: { id: form.attemptId, state: "answered" } });
    expect(gateway.posts).toHaveLength(1);
    useFirst();
  });

  test("for a charge keeps no card number, and only its own page can send it", async () => {
    const mira = newClerk();
    const form = sale("250.00");
    const request = requestOf(await startCharge(mira, form, { note: "" }));
    expect(request.canContinue).toBeUndefined();
    const row = JSON.stringify(await stateOf(request.id));
    expect(row).not.toContain(form.card.number);
    expect(row).toContain("ending 2224");
    await approve("Helen", request);
    expect(await continueApproved(mira, { request: request.id })).toMatchObject({
      problem: { message: expect.stringContaining("Only the page that asked for it can send it") },
    });
    const otherCard = { ...form, card: { ...form.card, number: "4111111111111111" } };
    expect(askOf(await startCharge(mira, otherCard)).request).toBeUndefined();
    expect(await startCharge(mira, form)).toMatchObject({ ok: true, value: { approvedBy: "Helen" } });
    expect(gateway.posts).toHaveLength(1);
  });

  test("is not sent for what no longer needs approval", async () => {
    const form = refund("99.00");
    expect(await startFollowUp(newClerk(), form, { note: "" })).toMatchObject({
      problem: { message: expect.stringContaining("no longer needs approval") },
    });
    const manager = { ...newClerk(), role: "admin" as const };
    expect(await startFollowUp(manager, refund("990.00"), { note: "" })).toMatchObject({ ok: false });
    expect(gateway.posts).toHaveLength(0);
  });
});
