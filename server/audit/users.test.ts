import { beforeEach, expect, it } from "vitest";
import { beginSession, findLockedSession, revokeSession, setLock } from "#server/auth/session/sessions.ts";
import { checkSignIn } from "#server/auth/sign-in/sign-in.ts";
import { addUser, disableUser, enableUser, setPassword, setRole, unlockUser } from "#server/auth/users.ts";
import { describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { recordSettings } from "./record-settings.ts";
import { verifyLog } from "./verify.ts";

applyTestSettings();

const email = "mira@shop.test";
const password = "a long enough one";

describeStoresOnSqlite("users in the audit log", (open) => {
  let store: TestStore;
  let id: string;
  beforeEach(async () => {
    store = await open();
    useStore(store.db);
    const added = await addUser(store.db, { email, name: "Mira", role: "clerk", password });
    if (!added.ok) throw new Error(added.problem.message);
    id = added.value.id;
  });

  const events = async () => {
    const rows = await store.db.selectFrom("audit_events").selectAll().orderBy("position").execute();
    return rows.map(({ name, user_name: by, subject, data }) => ({ name, by, subject, ...JSON.parse(data) }));
  };

  it("has every change that was made at the server", async () => {
    await setPassword(store.db, email, "another long one");
    await setRole(store.db, email, "manager");
    await disableUser(store.db, email);
    await enableUser(store.db, email);
    await unlockUser(store.db, email);
    const by = "operator at the server";
    expect(await events()).toEqual([
      { name: "user.added", by, subject: id, role: "clerk" },
      { name: "user.passwordSet", by, subject: id },
      { name: "user.roleChanged", by, subject: id, from: "clerk", to: "manager" },
      { name: "user.disabled", by, subject: id, from: "active", to: "disabled" },
      { name: "user.enabled", by, subject: id, from: "disabled", to: "active" },
      { name: "user.unlocked", by, subject: id },
    ]);
    expect(await verifyLog(store.db)).toMatchObject({ events: 6, integrity: [] });
  });

  it("has nothing of a change that was refused", async () => {
    await addUser(store.db, { email, name: "Mira", role: "admin", password });
    await setRole(store.db, "missing@shop.test", "admin");
    await setPassword(store.db, email, "short");
    expect(await events()).toHaveLength(1);
  });

  it("has refused sign-ins by address, and nothing that was typed", async () => {
    const address = "203.0.113.9";
    await checkSignIn(store.db, { email, password: "my secret words", address });
    await checkSignIn(store.db, { email: "stranger@else.test", password: "other words", address });
    expect((await events()).slice(1)).toEqual([
      { name: "session.refused", by: "console", subject: id, address, reason: "Wrong password" },
      { name: "session.refused", by: "console", subject: null, address, reason: "No such user" },
    ]);
    const stored = JSON.stringify(await store.db.selectFrom("audit_events").selectAll().execute());
    expect(stored).not.toMatch(/secret|stranger|words|mira@/);
  });

  it("can't be filled by somebody who goes on guessing", async () => {
    // The user, ten wrong passwords and the lock; nothing of what came after it.
    for (let i = 0; i < 30; i++) await checkSignIn(store.db, { email, password: "wrong" });
    expect((await events()).length).toBe(12);
  });

  it("has a workstation that is locked, unlocked and left, each once", async () => {
    const sessionId = await beginSession(store.db, id);
    const user = { sessionId, id, name: "Mira" };
    await setLock(store.db, user, true);
    await setLock(store.db, user, true);
    expect(await findLockedSession(store.db, sessionId)).not.toBeNull();
    await setLock(store.db, user, false);
    await revokeSession(store.db, sessionId);
    await revokeSession(store.db, sessionId);
    expect((await events()).slice(1).map(({ name, by }) => [name, by])).toEqual([
      ["session.locked", "Mira"],
      ["session.unlocked", "Mira"],
      ["session.ended", "Mira"],
    ]);
  });

  it("names the settings that are not as at the last start, and no value", async () => {
    const given = { ...process.env, MERCHANT_NAME: "Alder Street" };
    await recordSettings(given);
    await recordSettings(given);
    expect(await events()).toHaveLength(1);
    await recordSettings({
      ...given,
      MERCHANT_NAME: "Birch Street",
      GATEWAY_API_PIN: "7731-secret",
      PORT: "4711",
    });
    expect((await events())[1]).toEqual({
      name: "settings.changed",
      by: "console",
      subject: null,
      names: "GATEWAY_API_PIN, MERCHANT_NAME",
    });
    const kept = JSON.stringify(await store.db.selectFrom("settings").selectAll().execute());
    expect(kept).not.toMatch(/Birch|7731/);
  });
});
