import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Role } from "#lib/permissions.ts";
import { DAY_MS } from "#lib/time.ts";
import { recordAlone } from "#server/audit/record.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { newRow } from "#server/payments/lookup/test-records.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { beginSession, findSession, SESSION_LIFE_MS } from "../session/sessions.ts";
import { keepPastPassword } from "../sign-in/past-passwords.ts";
import { checkSignIn } from "../sign-in/sign-in.ts";
import { addUser, disableUser } from "../users.ts";
import {
  changeRole,
  disablePerson,
  enablePerson,
  endSessions,
  resetSecondStep,
  unlockPerson,
} from "./change-person.ts";
import { listPeople, readPerson } from "./list-people.ts";

applyTestSettings();
process.env.MONEY_LIMITS = "clerk charge 100.00/300.00, clerk refund 50.00";

const password = "a long enough one";

describeStores("people", (open, onSqlite) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });

  const add = async (name: string, role: Role) => {
    const email = `${name.toLowerCase()}@shop.test`;
    const added = await addUser(store.db, { email, name, role, password });
    if (!added.ok) throw new Error(added.problem.message);
    const sessionId = await beginSession(store.db, added.value.id);
    return { id: added.value.id, name, email, role, sessionId };
  };
  const roleOf = async (id: string) =>
    (await store.db.selectFrom("users").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role;
  const events = async () => {
    const rows = await store.db.selectFrom("audit_events").selectAll().orderBy("position").execute();
    return rows
      .filter(({ name }) => name !== "user.added")
      .map(({ name, user_name: by, subject, data }) => ({ name, by, subject, ...JSON.parse(data) }));
  };

  it("changes a role with its before and after, and signs the person out in every process", async () => {
    const [helen, mira] = [await add("Helen", "admin"), await add("Mira", "clerk")];
    expect(await changeRole(store.db, helen, mira.id, "manager")).toEqual({ ok: true, value: null });
    expect(await roleOf(mira.id)).toBe("manager");
    expect(await findSession(store.another(), mira.sessionId)).toBeNull();
    expect(await findSession(store.db, helen.sessionId)).not.toBeNull();
    const event = { name: "user.roleChanged", by: "Helen", subject: mira.id, from: "clerk", to: "manager" };
    expect(await events()).toEqual([event]);
    // The same once more changes nothing and says nothing.
    const again = await beginSession(store.db, mira.id);
    expect((await changeRole(store.db, helen, mira.id, "manager")).ok).toBe(true);
    expect(await findSession(store.db, again)).not.toBeNull();
    expect(await events()).toHaveLength(1);
  });

  onSqlite("disables and enables, with a password that works only then", async () => {
    const [helen, mira] = [await add("Helen", "admin"), await add("Mira", "clerk")];
    const signIn = async () => (await checkSignIn(store.db, { email: mira.email, password })).kind;
    await disablePerson(store.db, helen, mira.id);
    expect(await findSession(store.db, mira.sessionId)).toBeNull();
    expect(await signIn()).toBe("mismatch");
    await enablePerson(store.db, helen, mira.id);
    expect(await signIn()).toBe("signedIn");
    expect(await findSession(store.db, mira.sessionId)).toBeNull();
    expect((await events()).filter(({ name }) => name.startsWith("user."))).toEqual([
      { name: "user.disabled", by: "Helen", subject: mira.id, from: "active", to: "disabled" },
      { name: "user.enabled", by: "Helen", subject: mira.id, from: "disabled", to: "active" },
    ]);
  });

  onSqlite("refuses a change of one's own role or access, and rights beyond one's own", async () => {
    const [helen, ruth] = [await add("Helen", "admin"), await add("Ruth", "manager")];
    for (const refused of [
      await changeRole(store.db, helen, helen.id, "clerk"),
      await disablePerson(store.db, helen, helen.id),
      // A role that was taken away meanwhile.
      await changeRole(store.db, ruth, helen.id, "clerk"),
      await disablePerson(store.db, ruth, helen.id),
      await changeRole(store.db, helen, ruth.id, "no-such-role"),
    ])
      expect(refused.ok).toBe(false);
    expect([await roleOf(helen.id), await roleOf(ruth.id)]).toEqual(["admin", "manager"]);
    expect(await events()).toEqual([]);
  });

  it.each([
    ["demote", (db: TestStore["db"], by: Admin, id: string) => changeRole(db, by, id, "clerk")],
    ["disable", disablePerson],
  ])("keeps an admin when two %s each other at once", async (_, act) => {
    for (let round = 0; round < 5; round++) {
      await store.db.updateTable("users").set({ role: "clerk" }).execute();
      const pair = [await add(`A${round}`, "admin"), await add(`B${round}`, "admin")] as const;
      const [first, second] = await Promise.all([
        act(store.db, pair[0], pair[1].id),
        act(store.another(), pair[1], pair[0].id),
      ]);
      expect([first.ok, second.ok].sort()).toEqual([false, true]);
      const left = await store.db
        .selectFrom("users")
        .select("id")
        .where("role", "=", "admin")
        .where("disabled", "=", 0)
        .execute();
      expect(left).toHaveLength(1);
    }
  });

  it("never removes the last admin, also when another admin asks", async () => {
    const [helen, ruth] = [await add("Helen", "admin"), await add("Ruth", "admin")];
    await disableUser(store.db, ruth.email);
    expect((await changeRole(store.db, ruth, helen.id, "clerk")).ok).toBe(false);
    expect(await roleOf(helen.id)).toBe("admin");
  });

  it("lists everybody with where they are signed in and since when they are away", async () => {
    const now = Date.now();
    const helen = await add("Helen", "admin");
    const mira = await add("Mira", "clerk");
    const [ruth, owen, carla] = [
      await add("Ruth", "bookkeeper"),
      await add("Owen", "clerk"),
      await add("Carla", "clerk"),
    ];
    await store.db.deleteFrom("sessions").where("user_id", "!=", helen.id).execute();
    const place = { address: "10.0.4.22", device: "Chrome on Windows" };
    await beginSession(store.db, mira.id, now, place);
    await beginSession(store.db, mira.id, now - SESSION_LIFE_MS - 1);
    await store.db.updateTable("users").set({ seen_at: now }).where("id", "=", mira.id).execute();
    const away = now - 91 * DAY_MS;
    await store.db
      .updateTable("users")
      .set({ seen_at: away, created_at: away })
      .where("id", "=", ruth.id)
      .execute();
    await disablePerson(store.db, helen, carla.id);
    for (let i = 0; i < 12; i++) await checkSignIn(store.db, { email: owen.email, password: "wrong" }, now);

    const list = await listPeople(store.db, now);
    expect(list.map(({ name, state, sessions }) => [name, state, sessions])).toEqual([
      ["Carla", "disabled", 0],
      ["Helen", "active", 1],
      ["Mira", "active", 1],
      ["Owen", "locked", 0],
      ["Ruth", "inactive", 0],
    ]);
    expect(list.find(({ name }) => name === "Ruth")?.seenAt).toBe(away);
    expect(list.find(({ name }) => name === "Owen")?.until).toBeGreaterThan(now);
    const { sessions } = await readPerson(store.db, mira.id, helen.sessionId, now);
    expect(sessions).toMatchObject([{ ...place, since: now, isOwn: false }]);
    // A session's id never leaves the server.
    expect(JSON.stringify(sessions)).not.toContain(mira.sessionId);

    await unlockPerson(store.db, helen, owen.id);
    const unlocked = (await listPeople(store.db, now)).find(({ name }) => name === "Owen");
    expect(unlocked?.state).toBe("active");
    const { changes } = await readPerson(store.db, owen.id, helen.sessionId, now);
    expect(changes[0]).toMatchObject({ what: "Sign-in unlocked", by: "Helen" });
  });

  it("knows when a person was there last after their sessions are deleted", async () => {
    const mira = await add("Mira", "clerk");
    await store.db.deleteFrom("sessions").execute();
    const then = Date.now();
    const session = await beginSession(store.db, mira.id, then);
    await store.db
      .updateTable("sessions")
      .set({ last_action_at: then + 5000 })
      .where("id", "=", session)
      .execute();
    await add("Helen", "admin");
    await beginSession(store.db, (await add("Ruth", "clerk")).id, then + SESSION_LIFE_MS + 1);
    const listed = (await listPeople(store.db, then + SESSION_LIFE_MS + 1)).find(({ id }) => id === mira.id);
    expect(listed).toMatchObject({ seenAt: then + 5000, sessions: 0 });
  });

  it("resets the second step of somebody else, never one's own", async () => {
    const [helen, mira] = [await add("Helen", "admin"), await add("Mira", "clerk")];
    for (const { id } of [helen, mira])
      await store.db
        .insertInto("second_factors")
        .values({ ...noFactor, user_id: id, secret: "kept" })
        .execute();
    const withStep = async () =>
      (await listPeople(store.db))
        .filter(({ secondSteps }) => secondSteps.length > 0)
        .map(({ name }) => name);
    expect(await withStep()).toEqual(["Helen", "Mira"]);
    expect((await resetSecondStep(store.db, helen, helen.id)).ok).toBe(false);
    expect((await resetSecondStep(store.db, helen, mira.id)).ok).toBe(true);
    expect(await withStep()).toEqual(["Helen"]);
    expect(await findSession(store.db, mira.sessionId)).toBeNull();
    expect(await events()).toEqual([{ name: "factor.reset", by: "Helen", subject: mira.id }]);
  });

  it("shows how a person signs in: their second steps, codes left, the age of the password and refused sign-ins", async () => {
    const mira = await add("Mira", "clerk");
    const steps = async () => (await listPeople(store.db)).find(({ id }) => id === mira.id)?.secondSteps;
    const signIn = async (now?: number) => (await readPerson(store.db, mira.id, "", now)).signIn;
    expect(await steps()).toEqual([]);
    expect(await signIn()).toMatchObject({ appSince: null, passkeys: 0, codesLeft: null, refused: 0 });

    await store.db
      .insertInto("second_factors")
      .values({ ...noFactor, user_id: mira.id, secret: "kept", confirmed_at: 7000 })
      .execute();
    await store.db
      .insertInto("recovery_codes")
      .values(
        ["a", "b", "c"].map((code_hash) => ({
          user_id: mira.id,
          code_hash,
          used_at: code_hash === "a" ? 1 : null,
        })),
      )
      .execute();
    await store.db
      .insertInto("passkeys")
      .values({
        id: "key",
        user_id: mira.id,
        name: "Laptop",
        public_key: "",
        counter: 0,
        transports: "",
        created_at: 1,
        used_at: null,
      })
      .execute();
    const now = Date.now();
    await store.db
      .transaction()
      .execute((change) => keepPastPassword(change, { userId: mira.id, hash: "old" }, now - 5000));
    const refused = { name: "session.refused", by: "console", subject: mira.id } as const;
    await recordAlone(store.db, { ...refused, at: now - 1000 }, { ...refused, at: now - 31 * DAY_MS });
    expect(await steps()).toEqual(["passkey", "app"]);
    expect(await signIn(now)).toEqual({
      appSince: 7000,
      passkeys: 1,
      codesLeft: 2,
      passwordSince: now - 5000,
      refused: 1,
    });
  });

  it("shows what a person used today of each limit for the day", async () => {
    const mira = await add("Mira", "clerk");
    const used = async () => (await readPerson(store.db, mira.id, "")).used;
    expect(await used()).toEqual({ charge: 0 });
    const { indexed, ...row } = newRow({
      id: "a1",
      reference: "T001-AAAA",
      user_id: mira.id,
      command: "sale",
      prepared_at: Date.now(),
    });
    await store.db
      .insertInto("attempts")
      .values({ ...row, money_right: "charge" })
      .execute();
    expect(await used()).toEqual({ charge: 4250 });
    expect((await readPerson(store.db, (await add("Helen", "admin")).id, "")).used).toEqual({});
  });

  it("knows from the audit log who was there before this was kept", async () => {
    const [helen, mira] = [await add("Helen", "admin"), await add("Mira", "clerk")];
    const by = { id: mira.id, name: mira.name };
    for (const at of [5000, 9000, 7000])
      await recordAlone(store.db, { name: "session.started", by, subject: by.id, at });
    await store.db.deleteFrom("sessions").execute();
    await store.db.schema.alterTable("users").dropColumn("seen_at").execute();
    await sql`delete from console_migrations where name = '0810-users-seen'`.execute(store.db);
    await migrateToLatest(store.db);
    const seen = new Map((await listPeople(store.db)).map(({ id, seenAt }) => [id, seenAt]));
    expect([seen.get(mira.id), seen.get(helen.id)]).toEqual([9000, null]);
  });

  it("ends one session or all, but not the one that asks", async () => {
    const [helen, mira] = [await add("Helen", "admin"), await add("Mira", "clerk")];
    const place = { address: "10.0.4.61", device: "Safari on iPad" };
    const other = await beginSession(store.db, mira.id, Date.now(), place);
    const { sessions } = await readPerson(store.db, mira.id, helen.sessionId);
    const name = sessions.find(({ device }) => device === place.device)?.id;
    for (let i = 0; i < 2; i++)
      expect((await endSessions(store.db, helen, { id: mira.id, session: name })).ok).toBe(true);
    expect(await findSession(store.db, other)).toBeNull();
    expect(await findSession(store.db, mira.sessionId)).not.toBeNull();
    await endSessions(store.db, helen, { id: mira.id });
    expect(await findSession(store.db, mira.sessionId)).toBeNull();

    const elsewhere = await beginSession(store.db, helen.id);
    const own = (await readPerson(store.db, helen.id, helen.sessionId)).sessions.find(({ isOwn }) => isOwn);
    expect((await endSessions(store.db, helen, { id: helen.id, session: own?.id })).ok).toBe(false);
    await endSessions(store.db, helen, { id: helen.id });
    expect(await findSession(store.db, elsewhere)).toBeNull();
    expect(await findSession(store.db, helen.sessionId)).not.toBeNull();
    const by = { name: "user.sessionsEnded", by: "Helen" };
    expect(await events()).toEqual([
      { ...by, subject: mira.id, ended: 1, ...place },
      { ...by, subject: mira.id, ended: 1 },
      { ...by, subject: helen.id, ended: 1 },
    ]);
  });
});

type Admin = Parameters<typeof disablePerson>[1];

const noFactor = { pending_secret: null, confirmed_at: null, last_step: null, recovery_salt: "salt" };
