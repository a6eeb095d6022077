import { beforeEach, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { addUser, disableUser, setPassword, setRole } from "../users.ts";
import {
  beginSession,
  findLockedSession,
  findSession,
  noteAction,
  revokeSession,
  SESSION_IDLE_MS,
  SESSION_LIFE_MS,
  setLock,
} from "./sessions.ts";

const now = Date.UTC(2026, 10, 20, 9);
const email = "mira@shop.test";

describeStores("a session", (open) => {
  let store: TestStore;
  let userId: string;
  beforeEach(async () => {
    store = await open();
    const added = await addUser(store.db, {
      email,
      name: "Mira",
      role: "clerk",
      password: "a long enough one",
    });
    if (!added.ok) throw new Error(added.problem.message);
    userId = added.value.id;
  });

  const setLocked = (sessionId: string, isLocked: boolean, at = now) =>
    setLock(store.db, { sessionId, id: userId, name: "Mira" }, isLocked, at);
  const begin = () => beginSession(store.db, userId, now);
  const find = (id: string, at = now) => findSession(store.db, id, at);

  it("identifies its user until it ends, in every process", async () => {
    const id = await begin();
    expect(await find(id)).toEqual({
      id: userId,
      email,
      name: "Mira",
      role: "clerk",
      sessionId: id,
      lastActionAt: now,
      provedAt: now,
      hasSecondFactor: false,
    });
    await revokeSession(store.db, id);
    expect(await find(id)).toBeNull();
    expect(await findSession(store.another(), id, now)).toBeNull();
  });

  it("is deleted by the next sign-in after it has expired", async () => {
    await begin();
    const later = now + SESSION_LIFE_MS + 1;
    const id = await beginSession(store.db, userId, later);
    const kept = await store.db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute();
    expect(kept).toEqual([{ id }]);
    expect(await find(id, later)).not.toBeNull();
  });

  it("does nothing while it is locked, in every process, and goes on after it is unlocked", async () => {
    const [workstation, phone] = [await begin(), await begin()];
    await setLocked(workstation, true);
    expect(await findSession(store.another(), workstation, now)).toBeNull();
    expect(await findLockedSession(store.another(), workstation, now)).toMatchObject({ id: userId });
    expect(await find(phone)).not.toBeNull();
    expect(await findLockedSession(store.db, phone, now)).toBeNull();
    const later = now + SESSION_IDLE_MS - 1;
    await setLocked(workstation, false, later);
    expect(await find(workstation, later + SESSION_IDLE_MS - 1)).toMatchObject({ lastActionAt: later });
  });

  it("is not opened by unlocking once it has ended", async () => {
    const id = await begin();
    await setLocked(id, true);
    await revokeSession(store.db, id);
    await setLocked(id, false);
    expect(await find(id)).toBeNull();
    expect(await findLockedSession(store.db, id, now)).toBeNull();
  });

  it("ends without ending the user's other sessions", async () => {
    const [first, second] = [await begin(), await begin()];
    await revokeSession(store.db, first);
    expect(await find(second)).not.toBeNull();
  });

  it("locks itself after fifteen minutes without user activity, until its password is given or it ends", async () => {
    const lockMs = 15 * 60_000;
    const id = await begin();
    const at = async (time: number) => [
      (await findSession(store.another(), id, time, lockMs))?.id,
      (await findLockedSession(store.db, id, time, lockMs))?.id,
    ];
    // Reading it is not activity.
    for (let time = now; time < now + lockMs; time += 60_000)
      expect(await at(time)).toEqual([userId, undefined]);
    expect(await at(now + lockMs)).toEqual([undefined, userId]);
    const later = now + 5 * SESSION_IDLE_MS;
    expect(await at(later)).toEqual([undefined, userId]);
    await setLocked(id, false, later);
    expect(await at(later + lockMs - 1)).toEqual([userId, undefined]);
    expect(await at(now + SESSION_LIFE_MS)).toEqual([undefined, undefined]);
  });

  it("ends after an hour without user activity where workstations never lock; reading it is not activity", async () => {
    const id = await begin();
    for (let at = now; at < now + SESSION_IDLE_MS; at += 60_000) expect(await find(id, at)).not.toBeNull();
    expect(await find(id, now + SESSION_IDLE_MS)).toBeNull();
  });

  it("lasts while the user is active, for at most twelve hours", async () => {
    const id = await begin();
    for (let at = now; at < now + SESSION_LIFE_MS; at += SESSION_IDLE_MS / 2) {
      const user = await find(id, at);
      expect(user).not.toBeNull();
      if (user) await noteAction(store.db, user, at);
    }
    expect(await find(id, now + SESSION_LIFE_MS)).toBeNull();
  });

  it.each([
    ["a new password", () => setPassword(store.db, email, "another long one")],
    ["a new role", () => setRole(store.db, email, "bookkeeper")],
    ["a closed account", () => disableUser(store.db, email)],
  ])("ends at once with %s", async (_, change) => {
    const id = await begin();
    expect(await change()).toMatchObject({ ok: true });
    expect(await find(id)).toBeNull();
  });
});
