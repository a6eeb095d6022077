import { beforeEach, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { hashAtRealCost } from "#server/test-cheap-hashing.ts";
import { changeOwnPassword } from "./own-password.ts";
import { beginSession, findSession } from "./session/sessions.ts";
import { findKnownBrowser, rememberBrowser } from "./sign-in/known-browsers.ts";
import { checkSignIn } from "./sign-in/sign-in.ts";
import { addUser, disableUser } from "./users.ts";

const email = "mira@shop.test";
const password = "a long enough one";

describeStores("one's own password", (open) => {
  let store: TestStore;
  let mira: { id: string; name: string; email: string };
  beforeEach(async () => {
    store = await open();
    const added = await addUser(store.db, { email, name: "Mira", role: "clerk", password });
    if (!added.ok) throw new Error(added.problem.message);
    mira = { id: added.value.id, name: "Mira", email };
  });

  it("is changed; every session ends, one goes on under a new id, and only this browser stays known", async () => {
    const [here, elsewhere] = [await beginSession(store.db, mira.id), await beginSession(store.db, mira.id)];
    for (const browser of ["till 1", "till 2"]) await rememberBrowser(store.db, browser, mira.id, Date.now());
    const given = { password: "another long one", browser: "till 1" };
    const changed = await changeOwnPassword(store.db, mira, given);
    if (!changed.ok) throw new Error(changed.problem.message);
    expect(await findSession(store.db, here)).toBeNull();
    expect(await findSession(store.another(), elsewhere)).toBeNull();
    expect(await findSession(store.db, changed.value.sessionId)).toMatchObject({ id: mira.id });
    expect(await findKnownBrowser(store.db, "till 1", mira.id)).toBeDefined();
    expect(await findKnownBrowser(store.db, "till 2", mira.id)).toBeUndefined();
    expect(await checkSignIn(store.db, { email, password })).toMatchObject({ kind: "mismatch" });
    expect(await checkSignIn(store.db, { email, password: "another long one" })).toMatchObject({
      kind: "signedIn",
    });
    const events = store.db.selectFrom("audit_events").select(["user_name", "subject"]);
    expect(await events.where("name", "=", "user.passwordChanged").execute()).toEqual([
      { user_name: "Mira", subject: mira.id },
    ]);
  });

  it.each([
    ["short", "at least 12 characters"],
    ["qwerty123456", "list of common passwords"],
    [password, "one of the last 4"],
  ])("is not changed to %j, and nothing ends", async (next, reason) => {
    const session = await beginSession(store.db, mira.id);
    const refused = await changeOwnPassword(store.db, mira, { password: next, browser: undefined });
    expect(refused).toMatchObject({ problem: { fields: { newPassword: expect.stringContaining(reason) } } });
    expect(await findSession(store.db, session)).not.toBeNull();
  });

  it("is changed once of two changes at the same time, and never for a disabled user", async () => {
    // Connected, and slow to hash: both read the current password before either writes.
    hashAtRealCost();
    const other = store.another();
    await other.selectFrom("users").select("id").execute();
    const changes = ["another long one", "a third long one"].map((next, i) =>
      changeOwnPassword(i ? other : store.db, mira, { password: next, browser: undefined }),
    );
    expect((await Promise.all(changes)).filter(({ ok }) => ok)).toHaveLength(1);
    await disableUser(store.db, email);
    const late = await changeOwnPassword(store.db, mira, {
      password: "a fourth long one",
      browser: undefined,
    });
    expect(late.ok).toBe(false);
  });
});
