import { beforeAll, beforeEach, expect, test } from "vitest";
import { toSentRefunds } from "#lib/payments/refund-totals.ts";
import type { BuiltInRole } from "#lib/permissions.ts";
import { DAY_MS } from "#lib/time.ts";
import { disablePerson } from "#server/auth/people/change-person.ts";
import { disableInactive } from "#server/auth/people/inactive.ts";
import { addUser, disableUser } from "#server/auth/users.ts";
import { db } from "#server/db/db.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { env } from "#server/env.ts";
import { findAttempt } from "./attempts/attempts.ts";
import { listDelayedRefunds, stopDelayedRefund } from "./delayed-refunds.ts";
import {
  clerk,
  done,
  existing,
  follow,
  gateway,
  manager,
  nextNumber,
  refundTotals,
  setUpFollowUps,
} from "./follow-up/test-follow-ups.ts";
import { adoptInterrupted, adoptUnwatched } from "./recovery/interrupted.ts";
import { isInProgress } from "./submit.ts";

setUpFollowUps();

describeStores("a refund above the limit", (open, onSqlite) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
    useStore(store.db);
  });
  beforeEach(() => waitFor(300));

  /** Time enough to do something meanwhile, on a busy machine too. */
  const slow = 1500;
  const waitFor = (refundDelayMs: number) =>
    Object.assign(env(), { refundDelayAboveCents: 4999, refundDelayMs });
  const refund = (amount = "50.00") => done(manager, follow("refund", existing(), amount));
  async function add(role: BuiltInRole, name = manager.name) {
    const email = `person${nextNumber()}@shop.test`;
    const added = await addUser(db(), { email, name, role, password: "a long enough one" });
    if (!added.ok) throw new Error(added.problem.message);
    return { ...added.value, name, role, email, sessionId: "" };
  }
  type Added = Awaited<ReturnType<typeof add>>;
  const stateOf = async (id: string) => (await findAttempt(id))?.state;

  test("waits unsent on every workstation, then is sent once", async () => {
    waitFor(slow);
    const { id, state, delayed } = await refund();
    expect(state).toBe("prepared");
    expect(delayed?.dueMs).toBeGreaterThan(100);
    expect(await listDelayedRefunds()).toMatchObject([
      { id, label: "Refund", cents: 5000, by: "Tobias Lindqvist", dueMs: expect.any(Number) },
    ]);
    expect(gateway.posts).toHaveLength(0);
    await expect.poll(() => stateOf(id), { timeout: 10_000 }).toBe("answered");
    expect(gateway.posts).toHaveLength(1);
    expect(await listDelayedRefunds()).toEqual([]);
  });

  onSqlite("is not counted as given back while it waits, and can't be given back twice", async () => {
    waitFor(60_000);
    const key = existing();
    const { id } = await done(manager, follow("refund", key, "50.00"));
    const counted = await refundTotals(key);
    expect(counted).toMatchObject({ refundedCents: 5000, waitingCents: 5000, leftCents: 2000 });
    expect(counted && toSentRefunds(counted)).toMatchObject({
      refundedCents: 0,
      unconfirmedCents: 0,
      leftCents: 7000,
    });
    await stopDelayedRefund(manager, { attempt: id });
    expect(await refundTotals(key)).toMatchObject({ refundedCents: 0, waitingCents: 0 });
  });

  test("is not sent once it was stopped, and names who did it", async () => {
    waitFor(slow);
    const { id } = await refund();
    const [one, other] = await Promise.all([
      stopDelayedRefund(clerk, { attempt: id }),
      stopDelayedRefund(manager, { attempt: id }),
    ]);
    for (const stopped of [one, other])
      expect(stopped).toMatchObject({
        ok: true,
        value: {
          state: "unsent",
          problem: { withdrawn: true, message: expect.stringMatching(/ stopped it/) },
        },
      });
    await new Promise((resolve) => setTimeout(resolve, slow + 200));
    expect(await stateOf(id)).toBe("unsent");
    expect(gateway.posts).toHaveLength(0);
  });

  onSqlite("can't be stopped once it was sent", async () => {
    const { id } = await refund();
    await expect.poll(() => stateOf(id)).toBe("answered");
    expect(await stopDelayedRefund(clerk, { attempt: id })).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("It was too late: it has been sent.") },
    });
  });

  onSqlite("blocks another refund of the same payment meanwhile", async () => {
    waitFor(60_000);
    const key = existing();
    const { id } = await done(manager, follow("refund", key, "50.00"));
    await expect(done(manager, follow("refund", key, "10.00"))).rejects.toThrow(
      "Another action on this payment",
    );
    await stopDelayedRefund(manager, { attempt: id });
  });

  onSqlite("is the same refund when the dialog is sent again", async () => {
    waitFor(slow);
    const form = follow("refund", existing(), "50.00");
    const { id } = await done(manager, form);
    expect(await done(manager, form)).toMatchObject({ id, state: "prepared" });
    await expect.poll(() => stateOf(id), { timeout: 10_000 }).toBe("answered");
    expect(gateway.posts).toHaveLength(1);
  });

  onSqlite("ends as unsent when its process died, and is never sent after that", async () => {
    waitFor(slow);
    const { id } = await refund();
    await db().updateTable("attempts").set({ process_id: "dead" }).where("id", "=", id).execute();
    await adoptInterrupted(["another"]);
    expect(await stateOf(id)).toBe("unsent");
    await new Promise((resolve) => setTimeout(resolve, slow + 200));
    expect(gateway.posts).toHaveLength(0);
  });

  test("is not taken for a forgotten one however long it waits", async () => {
    waitFor(600_000);
    const { id } = await refund();
    await adoptUnwatched({ timeoutMs: 1000, queuedMs: 1000 }, Date.now() + 300_000);
    expect(await stateOf(id)).toBe("prepared");
    await stopDelayedRefund(manager, { attempt: id });
  });

  const ways: Record<string, (person: Added, admin: Added) => Promise<unknown>> = {
    "an admin": ({ id }, admin) => disablePerson(db(), admin, id),
    "the operator": ({ email }) => disableUser(db(), email),
    "the console, for not using it": () => disableInactive(db(), 1, Date.now() + 30 * DAY_MS),
  };
  onSqlite.each(Object.entries(ways))(
    "is not sent once its person was disabled by %s",
    async (who, disable) => {
      const [person, admin] = [await add("manager"), await add("admin", "Ruth")];
      waitFor(2000);
      const { id } = await done(person, follow("refund", existing(), "50.00"));
      await disable(person, admin);
      const message = "Not sent: Tobias Lindqvist was disabled.";
      expect(await findAttempt(id)).toMatchObject({ state: "unsent", problem: { message } });
      expect(await listDelayedRefunds()).toEqual([]);
      const audited = await db()
        .selectFrom("audit_events")
        .select("name")
        .where("subject", "=", id)
        .where("name", "!=", "payment.recorded")
        .execute();
      expect(audited).toEqual([
        { name: who.startsWith("the console") ? "payment.settled" : "payment.stopped" },
      ]);
      await new Promise((resolve) => setTimeout(resolve, 2200));
      expect(await stateOf(id)).toBe("unsent");
      expect(gateway.posts).toHaveLength(0);
    },
  );

  test("is not sent when it was recorded while its person was being disabled", async () => {
    waitFor(slow);
    const person = await add("manager");
    const { id } = await done(person, follow("refund", existing(), "50.00"));
    await db().updateTable("users").set({ disabled: 1 }).where("id", "=", person.id).execute();
    await expect.poll(() => stateOf(id), { timeout: 10_000 }).toBe("unsent");
    expect(gateway.posts).toHaveLength(0);
  });

  test("is either sent or ended when its person is disabled at that instant", async () => {
    for (let round = 0; round < 8; round++) {
      waitFor(60);
      const person = await add("manager");
      const posts = gateway.posts.length;
      const { id, delayed } = await done(person, follow("refund", existing(), "50.00"));
      await new Promise((resolve) => setTimeout(resolve, (delayed?.dueMs ?? 0) - 4 + 2 * round));
      await disableUser(store.another(), person.email);
      await expect.poll(() => stateOf(id)).toMatch(/^(answered|unsent)$/);
      const isSent = (await stateOf(id)) === "answered";
      expect(gateway.posts.length - posts).toBe(isSent ? 1 : 0);
      await expect.poll(() => isInProgress(id)).toBe(false);
      expect(await stateOf(id)).toBe(isSent ? "answered" : "unsent");
    }
  });

  test("up to the limit is sent at once", async () => {
    expect((await refund("49.99")).state).toBe("answered");
    expect(await listDelayedRefunds()).toEqual([]);
  });
});
