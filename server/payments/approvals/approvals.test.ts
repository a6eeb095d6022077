import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { readMoneyLimits } from "#lib/payments/money-limits.ts";
import type { CustomRole, MoneyLimit } from "#lib/permissions.ts";
import { confirmSecret, pendingSecret, resetFactors } from "#server/auth/factors/second-factor.ts";
import { totpCode } from "#server/auth/factors/totp.ts";
import { createRole } from "#server/auth/roles/change-roles.ts";
import { addUser, disableUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { checkCompleteness } from "../attempts/attempt-audit.ts";
import { findAttempt, type NewAttempt, writePrepared } from "../attempts/attempts.ts";
import { usedToday } from "../attempts/limit-use.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import { existing, follow, gateway, nextNumber, sale, setUpFollowUps } from "../follow-up/test-follow-ups.ts";
import { newRow } from "../lookup/test-records.ts";
import { startCharge } from "../start-charge.ts";
import { findSignerOf } from "./find-signer.ts";
import { moneyCheckOf, NeedsApprovalError, recordWithin } from "./within-limits.ts";

setUpFollowUps();

const password = "a long enough one";
const limits = (text: string) => Object.assign(env(), { moneyLimits: readMoneyLimits(text).limits });

describeStores("a limit per transaction and per business day", (open, onSqlite) => {
  let store: TestStore;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    store = await open();
    useStore(store.db);
    for (const [name, role] of [
      ["Tomas", "manager"],
      ["Vera", "manager"],
      ["Helen", "admin"],
      ["Jonas", "clerk"],
      ["Bea", "bookkeeper"],
    ] as const) {
      const added = await addUser(db(), { email: `${name}@shop.test`, name, role, password });
      if (added.ok) ids.set(name, added.value.id);
    }
    await disableUser(db(), "vera@shop.test");
  });
  beforeEach(() => limits("clerk refund 100.00/300.00, manager refund 1000.00/1000.00"));

  /** A clerk of each test's own, so that no day's sum is shared. */
  const newClerk = () => ({ id: `clerk-${nextNumber()}`, name: "Mira Castellanos", role: "clerk" as const });
  const sign = (name: string, word = password) =>
    findSignerOf({ approver: ids.get(name) ?? "", password: word, code: "" }, { address: undefined });
  const payment = (amount: string) => existing({ amount, auth_amount: amount });
  const refund = (amount: string) => follow("refund", payment(amount), amount);
  const count = async (attempt: string) =>
    (await db().selectFrom("approvals").selectAll().where("attempt_id", "=", attempt).execute()).length;
  type Answer = { ok: true } | { ok: false; problem: ChargeStop | { kind: "refused" } };
  const askOf = (answer: Answer) => {
    if (answer.ok || answer.problem.kind !== "needs-approval") throw new Error("no approval was asked for");
    return answer.problem.ask;
  };

  onSqlite("lets a clerk refund up to it, and says above it what is asked and who may approve", async () => {
    const mira = newClerk();
    expect(await startFollowUp(mira, refund("100.00"))).toMatchObject({ ok: true });
    const form = refund("148.00");
    const ask = askOf(await startFollowUp(mira, form));
    expect(ask).toMatchObject({
      right: "refund",
      command: "refund",
      cents: 14_800,
      over: "transaction",
      usedCents: 10_000,
      limit: { transactionCents: 10_000, dayCents: 30_000 },
    });
    expect(ask.approvers.map(({ name }) => name)).toEqual(["Helen", "Tomas"]);
    expect(await findAttempt(form.attemptId)).toBeUndefined();
    expect(gateway.posts).toHaveLength(1);
  });

  onSqlite(
    "takes the limits of a custom role from the store, of the one who acts and of who may approve",
    async () => {
      const helen = { id: ids.get("Helen") ?? "", name: "Helen" };
      const create = async (name: string, refundLimit: MoneyLimit): Promise<CustomRole> => {
        const form = { name, rights: ["refund", "viewTransactions"], needsSecondStep: false } as const;
        const made = await createRole(db(), helen, { ...form, limits: { refund: refundLimit } });
        if (!made.ok) throw new Error(made.problem.message);
        return { ...form, id: made.value.id, limits: { refund: refundLimit } };
      };
      const senior = await create("Senior clerk", { transactionCents: 20_000, dayCents: 25_000 });
      const lead = await create("Shift lead", { transactionCents: 15_000 });
      const paula = { email: "paula@shop.test", name: "Paula", role: lead, password };
      expect((await addUser(db(), paula)).ok).toBe(true);

      const acting = { ...newClerk(), role: senior };
      expect(await startFollowUp(acting, refund("200.00"))).toMatchObject({ ok: true });
      const ask = askOf(await startFollowUp(acting, refund("60.00")));
      expect(ask).toMatchObject({ over: "day", usedCents: 20_000, limit: senior.limits.refund });
      expect(ask.approvers).toContainEqual(
        expect.objectContaining({ name: "Paula", role: "Shift lead", limit: lead.limits.refund }),
      );
      const above = askOf(await startFollowUp(newClerk(), refund("150.01")));
      expect(above.approvers.map(({ name }) => name)).toEqual(["Helen", "Tomas"]);
      // A right that the role doesn't have is refused, even where the settings give it to built-in roles.
      expect(await startFollowUp(acting, follow("void", payment("1.00"), ""))).toMatchObject({
        problem: { kind: "refused" },
      });
      await disableUser(db(), paula.email);
    },
  );

  const held = (amount: string) =>
    existing({
      ...{ amount, auth_amount: amount, trantype_code: "A", status_code: "N" },
      available_actions: ["addtip", "capture"],
    });

  onSqlite("an amount raised by a tip or at capture has to be within the limit of one charge", async () => {
    limits("clerk charge 50.00/15.00, clerk capture 40.00");
    const mira = newClerk();
    const ofCharges = {
      right: "charge",
      over: "transaction",
      limit: { transactionCents: 4000, dayCents: 1500 },
    };
    for (const command of ["cc:adjust", "cc:capture", "cc:capture:override"] as const)
      expect(askOf(await startFollowUp(mira, follow(command, held("2.48"), "5000.00")))).toMatchObject({
        ...ofCharges,
        cents: 500_000,
      });
    expect(gateway.posts).toHaveLength(0);
    expect(await startFollowUp(mira, follow("cc:adjust", held("35.00"), "40.00"))).toMatchObject({
      ok: true,
    });
    // What is no more than the payment counts as before.
    expect(await startFollowUp(mira, follow("cc:capture", held("40.00"), "39.00"))).toMatchObject({
      ok: true,
    });
    expect(askOf(await startFollowUp(mira, follow("cc:capture", held("45.00"), "45.00")))).toMatchObject({
      right: "capture",
      limit: { transactionCents: 4000 },
    });
    expect(await startFollowUp(mira, follow("cc:adjust", held("35.00"), "40.00"))).toMatchObject({
      ok: true,
    });
    expect(await startFollowUp(mira, follow("cc:adjust", held("35.00"), "40.00"))).toMatchObject({
      ok: true,
    });
    expect(askOf(await startFollowUp(mira, follow("cc:adjust", held("1.00"), "1.01")))).toMatchObject({
      ...{ right: "charge", over: "day", usedCents: 1500, originalCents: 100, cents: 101 },
    });
  });

  onSqlite("the day's charges count a payment once, with the amount that it was raised to", async () => {
    limits("clerk charge 100.00/300.00, manager charge 1000.00/200.00");
    const mira = newClerk();
    expect(await startCharge(mira, sale("60.25"))).toMatchObject({ ok: true });
    const taken = await startCharge(mira, sale("90.00"));
    const key = (taken.ok && taken.value.transaction?.key) || "";
    Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, {
      available_actions: ["addtip"],
    });
    const tip = follow("cc:adjust", key, "105.00", { details: { tip: "15.00" } });
    const ask = askOf(await startFollowUp(mira, tip));
    expect(ask).toMatchObject({
      ...{ right: "charge", over: "transaction", cents: 10_500, usedCents: 15_025 },
      ...{ originalCents: 9000, tipCents: 1500 },
    });
    expect(await startFollowUp(mira, tip, sign("Tomas"))).toMatchObject({ ok: true });
    const day = moneyCheckOf("clerk", "charge", Date.now()) ?? { right: "charge", from: 0, until: 0 };
    expect(await usedToday(db(), mira.id, { ...day, right: "charge" })).toBe(16_525);
    // Of the raise that Tomas approved, his own day has what it added.
    expect(await usedToday(db(), ids.get("Tomas") ?? "", { ...day, right: "charge" })).toBe(1500);
    expect(await startCharge(mira, sale("50.00"))).toMatchObject({ ok: true });
    expect(askOf(await startCharge(mira, sale("91.00")))).toMatchObject({ over: "day", usedCents: 21_525 });
  });

  onSqlite("small raises, raises after a lower amount and raises of unknown outcome add up", async () => {
    limits("clerk charge 100.00/20.00");
    const mira = newClerk();
    const key = held("50.00");
    for (const amount of ["55.00", "60.00", "40.00", "46.00"]) {
      expect(await startFollowUp(mira, follow("cc:adjust", key, amount))).toMatchObject({ ok: true });
      Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, {
        amount,
        auth_amount: amount,
      });
    }
    gateway.behavior = "reset-after-commit";
    expect(await startFollowUp(mira, follow("cc:capture", held("10.00"), "13.00"))).toMatchObject({
      ok: true,
      value: { state: "unknown" },
    });
    gateway.behavior = "approve";
    expect(askOf(await startFollowUp(mira, follow("cc:adjust", held("1.00"), "2.01")))).toMatchObject({
      ...{ right: "charge", over: "day", usedCents: 1900 },
    });
    expect(await startFollowUp(mira, follow("cc:adjust", held("1.00"), "2.00"))).toMatchObject({ ok: true });
  });

  test("of two raises of one payment at once, one is recorded", async () => {
    limits("clerk charge 100.00/20.00");
    const mira = newClerk();
    const key = held("50.00");
    const results = await Promise.all(
      ["60.00", "61.00"].map((amount) => startFollowUp(mira, follow("cc:adjust", key, amount))),
    );
    const raised = results.filter(({ ok }) => ok).length;
    const day = moneyCheckOf("clerk", "charge", Date.now()) ?? { from: 0, until: 0 };
    const used = await usedToday(db(), mira.id, { ...day, right: "charge" });
    expect(used).toBeGreaterThanOrEqual(1000);
    expect(used).toBeLessThanOrEqual(2000);
    expect(raised).toBe(1);
  });

  onSqlite("a raised amount stays within the day's limit of captures too", async () => {
    limits("clerk charge 100.00/300.00, clerk capture /100.00, manager capture /1000.00");
    const mira = newClerk();
    expect(await startFollowUp(mira, follow("cc:capture", held("80.00"), "80.01"))).toMatchObject({
      ok: true,
    });
    const form = follow("cc:capture", held("80.00"), "80.01");
    expect(askOf(await startFollowUp(mira, form))).toMatchObject({
      ...{ right: "capture", over: "day", usedCents: 8001, cents: 8001 },
    });
    expect(await startFollowUp(mira, form, sign("Tomas"))).toMatchObject({ ok: true });
  });

  test("a request to approve a raise says what the payment was, and the tip", async () => {
    limits("clerk charge 100.00");
    const mira = newClerk();
    const form = follow("cc:adjust", held("90.00"), "105.00", { details: { tip: "15.00" } });
    expect(askOf(await startFollowUp(mira, form, { note: "" })).request).toMatchObject({
      ...{ cents: 10_500, originalCents: 9000, tipCents: 1500 },
    });
  });

  onSqlite("a raised amount stays within the limit of captures when charges have none", async () => {
    limits("clerk capture 40.00");
    const key = existing({
      ...{ amount: "2.00", auth_amount: "2.00", status_code: "P", available_actions: ["addtip"] },
    });
    expect(askOf(await startFollowUp(newClerk(), follow("cc:adjust", key, "40.01")))).toMatchObject({
      right: "capture",
    });
    limits("clerk refund 1.00");
    expect(await startFollowUp(newClerk(), follow("cc:adjust", key, "40.01"))).toMatchObject({ ok: true });
  });

  test("refuses a clerk without a limit of the settings as before", async () => {
    limits("");
    expect(await startFollowUp(newClerk(), refund("1.00"))).toMatchObject({
      ok: false,
      problem: { kind: "refused", message: expect.stringContaining("does not include") },
    });
  });

  onSqlite("counts what is open or approved, and not what was declined", async () => {
    const mira = newClerk();
    limits("clerk charge /100.00");
    gateway.behavior = "decline";
    expect(await startCharge(mira, sale("60.00"))).toMatchObject({ ok: true });
    gateway.behavior = "approve";
    expect(await startCharge(mira, sale("61.00"))).toMatchObject({ ok: true });
    gateway.behavior = "reset-after-commit";
    expect(await startCharge(mira, sale("30.00"))).toMatchObject({ ok: true, value: { state: "unknown" } });
    gateway.behavior = "approve";
    expect(askOf(await startCharge(mira, sale("10.00")))).toMatchObject({ over: "day", usedCents: 9100 });
    expect(await startCharge(mira, sale("9.00"))).toMatchObject({ ok: true });
  });

  test("is never exceeded by one person at two workstations, in two connections", async () => {
    limits("clerk refund /300.00");
    const other = store.another();
    for (let round = 0; round < 5; round += 1) {
      const { id: user_id } = newClerk();
      const rows = Array.from({ length: 6 }, (): NewAttempt => {
        const number = nextNumber();
        return newAttempt({ user_id, id: `two-workstations-${number}`, reference: `td${number}` });
      });
      const results = await Promise.allSettled(
        rows.map((row, place) =>
          recordWithin(row, (one) => writePrepared(one, row, "recorded"), place % 2 ? other : store.db),
        ),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
      for (const result of results)
        if (result.status === "rejected") expect(result.reason).toBeInstanceOf(NeedsApprovalError);
    }
  });

  onSqlite(
    "lets it through with the signature of somebody whose own limit covers it, and keeps both names",
    async () => {
      const mira = newClerk();
      const form = refund("148.00");
      const done = await startFollowUp(mira, form, sign("Tomas"));
      expect(done).toMatchObject({
        ok: true,
        value: { state: "answered", userName: "Mira Castellanos", approvedBy: "Tomas" },
      });
      expect(done.ok && done.value.steps.map(({ kind }) => kind)).toEqual([
        "prepared",
        "approved",
        "sent",
        "answered",
      ]);
      const event = await db()
        .selectFrom("audit_events")
        .selectAll()
        .where("name", "=", "payment.approved")
        .where("subject", "=", form.attemptId)
        .executeTakeFirstOrThrow();
      expect(event).toMatchObject({ user_id: ids.get("Tomas"), user_name: "Tomas" });
      expect(JSON.parse(event.data)).toEqual({ right: "refund", cents: 14_800, askedBy: "Mira Castellanos" });
      expect(await checkCompleteness(db())).toEqual([]);
      // Repeated it is the same refund, and takes no second approval, with or without a signature.
      expect(await startFollowUp(mira, form)).toMatchObject({ ok: true, value: { id: form.attemptId } });
      expect(await startFollowUp(mira, form, sign("Helen", "wrong"))).toMatchObject({ ok: true });
      expect(await count(form.attemptId)).toBe(1);
      expect(gateway.posts).toHaveLength(1);
      // Another amount under the same id is another request: the approval isn't its.
      expect(await startFollowUp(mira, { ...form, amount: "147.00" })).toMatchObject({ ok: false });
    },
  );

  test("is pressed twice at once with a signature, and moves money once with one approval", async () => {
    const mira = newClerk();
    const form = refund("148.01");
    const both = await Promise.all([
      startFollowUp(mira, form, sign("Helen")),
      startFollowUp(mira, form, sign("Helen")),
    ]);
    expect(both).toMatchObject([{ ok: true }, { ok: true }]);
    expect(gateway.posts).toHaveLength(1);
    expect(await count(form.attemptId)).toBe(1);
  });

  onSqlite(
    "accepts no wrong password, and no one who lacks the right, is disabled or asks for themselves",
    async () => {
      const mira = newClerk();
      const form = refund("149.00");
      const problemOf = async (name: string, word?: string) =>
        askOf(await startFollowUp(mira, form, sign(name, word))).problem;
      expect(await problemOf("Helen", "wrong")).toMatch(
        /^This is not the password of Helen\. \d tries left\.$/,
      );
      for (const name of ["Vera", "Bea", "Jonas", "nobody"])
        expect(await problemOf(name)).toBe("This person can't approve it now. Choose another.");
      const tomas = { id: ids.get("Tomas") ?? "", name: "Tomas", role: "manager" as const };
      const own = askOf(await startFollowUp(tomas, refund("1000.01"), sign("Tomas")));
      expect(own.approvers.map(({ name }) => name)).toEqual(["Helen"]);
      expect(own.problem).toContain("can't approve it now");
      expect(gateway.posts).toHaveLength(0);
      expect(await count(form.attemptId)).toBe(0);
    },
  );

  onSqlite("counts what a manager approved toward their own day", async () => {
    const used = 14_800; // what Tomas approved above
    const left = (100_000 - used) / 100;
    const over = askOf(await startFollowUp(newClerk(), refund((left + 0.01).toFixed(2))));
    expect(over.approvers.map(({ name }) => name)).toEqual(["Helen"]);
    const form = refund(left.toFixed(2));
    expect(await startFollowUp(newClerk(), form, sign("Tomas"))).toMatchObject({ ok: true });
    expect(askOf(await startFollowUp(newClerk(), refund("101.00"))).approvers).toHaveLength(1);
  });

  onSqlite("asks for a signature only once no possible duplicate is in the way", async () => {
    limits("clerk charge 50.00");
    const mira = newClerk();
    expect(await startCharge(mira, sale("55.00"), sign("Helen"))).toMatchObject({ ok: true });
    const again = sale("55.00");
    const stopped = await startCharge(mira, again, sign("Helen"));
    expect(stopped).toMatchObject({ ok: false, problem: { kind: "needs-confirmation" } });
    const duplicates =
      !stopped.ok && stopped.problem.kind === "needs-confirmation" ? stopped.problem.duplicates : [];
    const confirmed = { ...again, confirmedDuplicates: duplicates.map(({ id }) => id) };
    expect(askOf(await startCharge(mira, confirmed)).cents).toBe(5500);
    expect(await startCharge(mira, confirmed, sign("Helen"))).toMatchObject({ ok: true });
  });

  onSqlite("takes the code of somebody who has a second step, beside the password", async () => {
    const id = ids.get("Helen") ?? "";
    const secret = await pendingSecret(db(), id);
    const now = Date.now();
    await confirmSecret(db(), { id, name: "Helen" }, totpCode(secret, now - 30_000), now);
    const form = refund("151.00");
    const signed = (code: string) =>
      startFollowUp(newClerk(), form, findSignerOf({ approver: id, password, code }, { address: undefined }));
    const ask = askOf(await signed(""));
    expect(ask.problem).toBe("The code of Helen is missing.");
    expect(ask.approvers).toEqual([expect.objectContaining({ name: "Helen", hasCode: true })]);
    expect(askOf(await signed("000000")).problem).toMatch(/^The code of Helen didn't work/);
    expect(await signed(totpCode(secret, Date.now() + 30_000))).toMatchObject({ ok: true });
    await resetFactors(db(), id, "operator");
  });

  onSqlite("locks after ten wrong passwords, as a sign-in does", async () => {
    const form = refund("150.00");
    const problems = [];
    for (let tries = 0; tries < 11; tries += 1)
      problems.push(askOf(await startFollowUp(newClerk(), form, sign("Helen", "wrong"))).problem);
    expect(problems.at(-1)).toContain("Too many wrong passwords");
    expect(askOf(await startFollowUp(newClerk(), form, sign("Helen"))).problem).toContain("Too many");
  });

  function newAttempt(change: Pick<NewAttempt, "id" | "reference" | "user_id">): NewAttempt {
    const { id, reference, user_id } = change;
    const prepared_at = Date.now();
    const {
      command,
      process_id,
      user_name,
      tender,
      payer,
      original_key,
      original_before,
      fingerprint,
      digest,
    } = newRow({ id, reference, command: "refund", prepared_at });
    return {
      ...{ id, reference, user_id, command, process_id, user_name, tender, payer, original_key },
      ...{ original_before, fingerprint, digest, request: "{}", prepared_at },
      amount_cents: 10_000,
      money: moneyCheckOf("clerk", "refund", prepared_at),
    };
  }
});
