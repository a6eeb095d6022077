import { expect, test } from "vitest";
import { confirmSecret, pendingSecret, resetFactors } from "#server/auth/factors/second-factor.ts";
import { totpCode } from "#server/auth/factors/totp.ts";
import { disableUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { checkCompleteness } from "../attempts/attempt-audit.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import { gateway, setUpFollowUps } from "../follow-up/test-follow-ups.ts";
import { refuseRequest } from "./decide-request.ts";
import { findSignerOf } from "./find-signer.ts";
import { listDecided, readApprovalNews } from "./list-requests.ts";
import { cancelRequest } from "./requests.ts";
import {
  ask,
  askOf,
  eventsOf,
  grants,
  password,
  refund,
  requestOf,
  setUpRequests,
  stateOf,
} from "./test-requests.ts";

setUpFollowUps();

describeStores("the decision of a request", (open, onSqlite) => {
  const { called, approve } = setUpRequests(open);

  test("is approved on the manager's screen, sent once by the clerk, and keeps both names", async () => {
    const { mira, form, request } = await ask();
    expect(await approve("Tomas", request)).toMatchObject({ ok: true, value: { state: "approved" } });
    expect(gateway.posts).toHaveLength(0);
    expect(await approve("Tomas", request)).toMatchObject({ ok: true });
    const both = await Promise.all([startFollowUp(mira, form), startFollowUp(mira, form)]);
    for (const done of both)
      expect(done).toMatchObject({ ok: true, value: { state: "answered", approvedBy: "Tomas" } });
    expect(gateway.posts).toHaveLength(1);
    expect(await grants(form.attemptId)).toMatchObject([
      {
        asked_by_name: "Mira Castellanos",
        approved_by_name: "Tomas",
        cents: 14_800,
        transaction_key: form.key,
      },
    ]);
    expect(await stateOf(request.id)).toMatchObject({ state: "sent", digest: "", form: null });
    const events = await eventsOf(form.attemptId);
    expect(events).toEqual([
      "approval.requested Mira Castellanos",
      "approval.approved Tomas",
      "payment.recorded Mira Castellanos",
      "payment.approved Tomas",
      "payment.settled console",
    ]);
    expect(await checkCompleteness(db())).toEqual([]);
    expect(await startFollowUp(mira, form)).toMatchObject({ ok: true, value: { id: form.attemptId } });
    expect(gateway.posts).toHaveLength(1);
    const decided = await listDecided(called("Helen"));
    expect(decided[0]).toMatchObject({ id: request.id, state: "sent", decidedBy: "Tomas" });
  });

  onSqlite(
    "takes the password, and the code of somebody with a second step, and counts wrong ones",
    async () => {
      const { mira, request } = await ask();
      expect(await approve("Helen", request, "wrong")).toMatchObject({
        ok: false,
        problem: { message: expect.stringMatching(/^This is not the password of Helen\. \d tries left\.$/) },
      });
      const { id } = called("Helen");
      const secret = await pendingSecret(db(), id);
      const now = Date.now();
      await confirmSecret(db(), { id, name: "Helen" }, totpCode(secret, now - 30_000), now);
      const { toDecide } = await readApprovalNews(called("Helen"));
      expect(toDecide.find((one) => one.id === request.id)).toMatchObject({ hasCode: true });
      expect(await approve("Helen", request)).toMatchObject({
        problem: { message: "The code of Helen is missing." },
      });
      expect(await approve("Helen", request, password, "000000")).toMatchObject({ ok: false });
      expect((await stateOf(request.id)).state).toBe("waiting");
      expect(await approve("Helen", request, password, totpCode(secret, Date.now() + 30_000))).toMatchObject({
        ok: true,
      });
      await resetFactors(db(), id, "operator");
      await cancelRequest(mira, { request: request.id });
    },
  );

  onSqlite("is refused with a reason, which ends it", async () => {
    const { mira, form, request } = await ask();
    const reason = "Refund half of it";
    expect(await refuseRequest(called("Tomas"), { request: request.id, reason })).toMatchObject({ ok: true });
    expect((await readApprovalNews(mira)).own[0]).toMatchObject({
      ...{ state: "refused", decidedBy: "Tomas", decisionNote: reason },
    });
    expect(await approve("Helen", request)).toMatchObject({
      problem: { message: "Tomas has refused it already." },
    });
    expect(askOf(await startFollowUp(mira, form)).request).toBeUndefined();
    expect(await eventsOf(form.attemptId)).toContain("approval.refused Tomas");
    // Asked again, it is another request.
    const again = requestOf(await startFollowUp(mira, form, { note: "" }));
    expect(again.id).not.toBe(request.id);
    await cancelRequest(mira, { request: again.id });
    expect(gateway.posts).toHaveLength(0);
  });

  onSqlite("is decided by nobody for themselves, above their own limit or without the right", async () => {
    const tomas = called("Tomas");
    const form = refund("1000.01");
    const request = requestOf(await startFollowUp(tomas, form, { note: "" }));
    const problemOf = async (name: string) => {
      const done = await approve(name, request);
      return done.ok ? undefined : done.problem.message;
    };
    expect(await problemOf("Tomas")).toBe("You asked for this yourself. Someone else has to approve it.");
    expect(await problemOf("Vera")).toMatch(/^\$1,000\.01 is above your own limit\./);
    expect(await problemOf("Bea")).toBe("You can't approve $1,000.01: you lack the right for it.");
    expect(await refuseRequest(called("Jonas"), { request: request.id, reason: "No" })).toMatchObject({
      ok: false,
    });
    const seen = (await readApprovalNews(called("Vera"))).toDecide.find(({ id }) => id === request.id);
    expect(seen?.problem).toMatch(/above your own limit/);
    expect((await readApprovalNews(tomas)).toDecide).toEqual([]);
    expect((await stateOf(request.id)).state).toBe("waiting");
    expect(await approve("Helen", request)).toMatchObject({ ok: true });
    expect(await startFollowUp(tomas, form)).toMatchObject({ ok: true, value: { approvedBy: "Helen" } });
  });

  test("is approved by one of two managers at once", async () => {
    const { mira, form, request } = await ask();
    const both = await Promise.all([approve("Tomas", request), approve("Helen", request)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const { decided_by_name: by } = await stateOf(request.id);
    const late = both.find(({ ok }) => !ok);
    expect(late && !late.ok && late.problem.message).toBe(`${by} has approved it already.`);
    const events = await eventsOf(form.attemptId);
    expect(events.filter((event) => event.startsWith("approval.approved"))).toEqual([
      `approval.approved ${by}`,
    ]);
    expect(await startFollowUp(mira, form)).toMatchObject({ ok: true, value: { approvedBy: by } });
    expect(await grants(form.attemptId)).toHaveLength(1);
  });

  onSqlite("doesn't count once its approver was disabled, and then sends nothing", async () => {
    const { mira, form, request } = await ask();
    expect(await approve("Vera", request)).toMatchObject({ ok: true });
    await disableUser(db(), "vera@shop.test");
    expect(askOf(await startFollowUp(mira, form)).problem).toBe(
      "Vera can't approve $148.00 now. Nothing was sent.",
    );
    expect(await stateOf(request.id)).toMatchObject({ state: "canceled", decided_by: null });
    expect(askOf(await startFollowUp(mira, form)).problem).toBeUndefined();
    expect(gateway.posts).toHaveLength(0);
    const next = requestOf(await startFollowUp(mira, form, { note: "" }));
    expect(await approve("Vera", next)).toMatchObject({ ok: false });
    expect(await approve("Tomas", next)).toMatchObject({ ok: true });
    expect(await startFollowUp(mira, form)).toMatchObject({ ok: true, value: { approvedBy: "Tomas" } });
    expect(gateway.posts).toHaveLength(1);
  });

  test("is done with when it is approved at the workstation meanwhile", async () => {
    const { mira, form, request } = await ask();
    const sign = findSignerOf({ approver: called("Helen").id, password, code: "" }, { address: undefined });
    expect(await startFollowUp(mira, form, sign)).toMatchObject({ ok: true, value: { approvedBy: "Helen" } });
    expect(await stateOf(request.id)).toMatchObject({ state: "sent", decided_by_name: "Helen" });
    expect(await approve("Tomas", request)).toMatchObject({
      problem: { message: "Helen has approved it already." },
    });
    expect(await grants(form.attemptId)).toHaveLength(1);
    expect(gateway.posts).toHaveLength(1);
  });
});
