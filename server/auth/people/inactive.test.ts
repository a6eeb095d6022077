import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type MailReceiver, startMailReceiver } from "#e2e/support/receivers/mail-receiver.ts";
import type { BuiltInRole } from "#lib/permissions.ts";
import { DAY_MS } from "#lib/time.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { env } from "#server/env.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { createRole } from "../roles/change-roles.ts";
import { beginSession, findSession } from "../session/sessions.ts";
import { addUser } from "../users.ts";
import { changeRole, enablePerson } from "./change-person.ts";
import { disableInactive } from "./inactive.ts";
import { listPeople } from "./list-people.ts";
import { warnInactive } from "./warn-inactive.ts";

applyTestSettings();
const now = Date.now();

let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
});
afterAll(() => receiver.down());

describeStores("accounts that no one uses", (open) => {
  let store: TestStore;
  let helen: { id: string; name: string; sessionId: string };
  beforeEach(async () => {
    store = await open();
    Object.assign(env(), { mail: undefined });
    helen = { ...(await add("Helen", "admin", 0)), name: "Helen" };
  });

  /** Somebody who was there last so many days ago. */
  async function add(name: string, role: BuiltInRole, daysAway: number) {
    const email = `${name.toLowerCase()}@shop.test`;
    const added = await addUser(store.db, { email, name, role, password: "a long enough one" });
    if (!added.ok) throw new Error(added.problem.message);
    const { id } = added.value;
    const sessionId = await beginSession(store.db, id);
    await away(id, daysAway);
    return { id, sessionId };
  }

  async function away(id: string, days: number): Promise<void> {
    const at = now - days * DAY_MS;
    await store.db.updateTable("users").set({ created_at: at, seen_at: at }).where("id", "=", id).execute();
    await store.db.updateTable("sessions").set({ last_action_at: at }).where("user_id", "=", id).execute();
  }

  const states = async () =>
    Object.fromEntries(
      (await listPeople(store.db, now)).map(({ name, state, until }) => [name, [state, until]]),
    );

  it("are disabled after the days of the setting, signed out, and recorded with the reason", async () => {
    const mira = await add("Mira", "clerk", 90);
    await add("Owen", "clerk", 89);
    await add("Ruth", "manager", 75);
    expect(await disableInactive(store.db, 90, now)).toBe(1);
    expect(await findSession(store.another(), mira.sessionId)).toBeNull();
    expect(await states()).toEqual({
      Helen: ["active", null],
      Mira: ["disabled", null],
      Owen: ["inactive", now + DAY_MS],
      Ruth: ["active", null],
    });
    const event = await store.db
      .selectFrom("audit_events")
      .selectAll()
      .where("name", "=", "user.disabled")
      .executeTakeFirstOrThrow();
    expect([event.user_name, event.subject, JSON.parse(event.data)]).toEqual([
      "console",
      mira.id,
      { from: "active", to: "disabled", reason: "Not used for 90 days" },
    ]);
    expect(await disableInactive(store.db, 90, now)).toBe(0);
    expect(await disableInactive(store.db, 0, now)).toBe(0);
    expect(await disableInactive(store.db, 30, now)).toBe(2);
  });

  it("count from the last action in any session, and from when they were enabled again", async () => {
    const mira = await add("Mira", "clerk", 100);
    await store.db
      .updateTable("sessions")
      .set({ last_action_at: now })
      .where("id", "=", mira.sessionId)
      .execute();
    expect(await disableInactive(store.db, 90, now)).toBe(0);
    await away(mira.id, 100);
    expect(await disableInactive(store.db, 90, now)).toBe(1);
    expect((await enablePerson(store.db, helen, mira.id)).ok).toBe(true);
    expect(await disableInactive(store.db, 90, now)).toBe(0);
  });

  it("never are the last who manages people, also by a custom role", async () => {
    await away(helen.id, 120);
    const ruth = await add("Ruth", "admin", 110);
    expect(await disableInactive(store.db, 90, now)).toBe(1);
    expect(await states()).toEqual({ Helen: ["disabled", null], Ruth: ["inactive", null] });
    const own = { ...ruth, name: "Ruth" };
    const form = {
      name: "People workstation",
      rights: ["managePeople"],
      limits: {},
      needsSecondStep: false,
    } as const;
    const made = await createRole(store.db, own, form);
    if (!made.ok) throw new Error(made.problem.message);
    const mira = await add("Mira", "clerk", 0);
    expect((await changeRole(store.db, own, mira.id, made.value.id)).ok).toBe(true);
    // Now somebody else manages people.
    expect(await disableInactive(store.db, 90, now)).toBe(1);
    await away(mira.id, 200);
    expect(await disableInactive(store.db, 90, now)).toBe(0);
  });

  it("warn their person by mail once, from one process of two, and again when the mail server refused it", async () => {
    Object.assign(env(), { mail: { url: receiver.url, from: "console@shop.test" } });
    receiver.received.length = 0;
    const mira = await add("Mira", "clerk", 80);
    await add("Owen", "clerk", 70);
    receiver.refuseWith("451 later");
    expect(await warnInactive(store.db, 90, now)).toBe(0);
    receiver.refuseWith(undefined);
    const mailed = await Promise.all([
      warnInactive(store.db, 90, now),
      warnInactive(store.another(), 90, now),
    ]);
    expect(mailed.sort()).toEqual([0, 1]);
    expect(await warnInactive(store.db, 90, now + DAY_MS)).toBe(0);
    expect(receiver.received.map(({ to }) => to)).toEqual([["mira@shop.test"]]);
    expect(receiver.received[0]?.data).toMatch(/Subject: Sign in to .* by /);
    // They came back, and are away once more.
    const later = now + 85 * DAY_MS;
    await store.db
      .updateTable("users")
      .set({ seen_at: now + DAY_MS })
      .where("id", "=", mira.id)
      .execute();
    expect(await warnInactive(store.db, 90, later)).toBeGreaterThan(0);
    expect(receiver.received.filter(({ to }) => to[0] === "mira@shop.test")).toHaveLength(2);
  });
});
