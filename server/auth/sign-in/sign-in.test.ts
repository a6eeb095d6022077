import { beforeEach, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { addUser, disableUser, setPassword, unlockUser } from "../users.ts";
import { KNOWN_BROWSER_MS, rememberBrowser } from "./known-browsers.ts";
import { checkSignIn, type SignInTry } from "./sign-in.ts";
import { ACCOUNT_LIMIT, ADDRESS_LIMIT } from "./sign-in-limits.ts";

const password = "a long enough one";
const now = Date.UTC(2026, 10, 20, 14, 46);
const mira = "mira@shop.test";
const minute = 60_000;
const halfHour = { kind: "paused", seconds: 30 * 60 };

describeStores("signing in", (open, onSqlite) => {
  let store: TestStore;
  let userId: string;
  beforeEach(async () => {
    store = await open();
    const added = await addUser(store.db, { email: "Mira@Shop.test", name: "Mira", role: "clerk", password });
    if (!added.ok) throw new Error(added.problem.message);
    userId = added.value.id;
  });

  const tryIt = (email: string, word: string, at = now, more: Partial<SignInTry> = {}) =>
    checkSignIn(store.db, { email, password: word, ...more }, at);
  const wrongTimes = async (email: string, times: number, more: Partial<SignInTry> = {}) => {
    const outcomes = [];
    for (let i = 0; i < times; i++) outcomes.push(await tryIt(email, "wrong", now, more));
    return outcomes;
  };

  it("accepts the right password with the email in any letter case", async () => {
    expect(await tryIt(" mira@SHOP.test ", password)).toMatchObject({ kind: "signedIn" });
  });

  it.each([mira, "unknown@shop.test"])(
    "locks %s for half an hour after ten wrong passwords",
    async (email) => {
      const before = Array.from({ length: ACCOUNT_LIMIT.tries - 1 }, (_, i) => ({
        kind: "mismatch",
        triesLeft: ACCOUNT_LIMIT.tries - 1 - i,
      }));
      expect(await wrongTimes(email, ACCOUNT_LIMIT.tries)).toEqual([...before, halfHour]);
      expect(await tryIt(email, password, now + 10 * minute)).toEqual({ kind: "paused", seconds: 20 * 60 });
      // What came meanwhile did not make it longer, and the count begins again.
      expect(await tryIt(email, "wrong", now + 30 * minute)).toEqual(before[0]);
    },
  );

  it("takes the right password once the lock is over", async () => {
    await wrongTimes(mira, ACCOUNT_LIMIT.tries);
    expect(await tryIt(mira, password, now + 30 * minute - 1)).toEqual({ kind: "paused", seconds: 1 });
    expect(await tryIt(mira, password, now + 30 * minute)).toEqual({
      kind: "signedIn",
      userId,
      needsCode: false,
    });
  });

  it("records the lock once, with whose account and from which address", async () => {
    await wrongTimes(mira, ACCOUNT_LIMIT.tries + 3, { address: "203.0.113.9" });
    const locks = await store.db
      .selectFrom("audit_events")
      .select(["subject", "data"])
      .where("name", "=", "signIn.locked")
      .execute();
    expect(locks).toEqual([
      { subject: userId, data: JSON.stringify({ address: "203.0.113.9", what: "account" }) },
    ]);
  });

  onSqlite("never locks a user out of their own browser, however many others guess", async () => {
    await rememberBrowser(store.db, "till 1", userId, now);
    await wrongTimes(mira, 12, { address: "203.0.113.9", browser: "elsewhere" });
    await wrongTimes("unknown@shop.test", 40, { address: "203.0.113.9" });
    const known = { address: "203.0.113.9", browser: "till 1" };
    expect(await tryIt(mira, password, now, known)).toEqual({ kind: "signedIn", userId, needsCode: false });
    // It is not known for other users, and the guesser is still locked out.
    expect(await tryIt("unknown@shop.test", password, now, known)).toMatchObject({ kind: "paused" });
    expect(await tryIt(mira, password)).toEqual(halfHour);
  });

  onSqlite(
    "locks a known browser after ten wrong passwords there, and neither the account nor another browser",
    async () => {
      await rememberBrowser(store.db, "till 1", userId, now);
      await rememberBrowser(store.db, "till 2", userId, now);
      const outcomes = await wrongTimes(mira, ACCOUNT_LIMIT.tries, { browser: "till 1" });
      expect(outcomes.at(-2)).toEqual({ kind: "mismatch", triesLeft: 1 });
      expect(outcomes.at(-1)).toEqual(halfHour);
      expect(await tryIt(mira, password, now, { browser: "till 1" })).toEqual(halfHour);
      expect(await tryIt(mira, password, now, { browser: "till 2" })).toEqual({
        kind: "signedIn",
        userId,
        needsCode: false,
      });
      expect(await tryIt(mira, password, now)).toEqual({ kind: "signedIn", userId, needsCode: false });
      const later = now + 30 * minute;
      expect(await tryIt(mira, password, later, { browser: "till 1" })).toEqual({
        kind: "signedIn",
        userId,
        needsCode: false,
      });
    },
  );

  onSqlite("forgets a browser after 90 days, a password change or a disabled user", async () => {
    await wrongTimes(mira, ACCOUNT_LIMIT.tries);
    const known = { browser: "till 1" };
    const forgets = async (forget: () => Promise<unknown>, at = now) => {
      await rememberBrowser(store.db, "till 1", userId, now);
      await forget();
      await wrongTimes(mira, 1, { browser: "elsewhere" });
      return (await tryIt(mira, "wrong", at, known)).kind;
    };
    expect(await forgets(async () => undefined)).toBe("mismatch");
    expect(await forgets(() => setPassword(store.db, mira, "another long one"))).toBe("paused");
    expect(await forgets(() => disableUser(store.db, mira))).toBe("paused");
    await rememberBrowser(store.db, "till 1", userId, now);
    const rows = store.db.selectFrom("known_browsers").selectAll();
    expect(await rows.execute()).toHaveLength(1);
    await rememberBrowser(store.db, "till 2", userId, now + KNOWN_BROWSER_MS + 1);
    expect(await rows.execute()).toMatchObject([{ seen_at: now + KNOWN_BROWSER_MS + 1 }]);
    expect(JSON.stringify(await rows.execute())).not.toContain("till");
  });

  it.each([
    ["one address", "203.0.113.9", "::ffff:203.0.113.9"],
    ["one IPv6 network", "2001:db8:0:7::1", "2001:0db8::7:ab:cd:ef:1"],
  ])("locks %s that tries many accounts, and no other", async (_, address, same) => {
    for (let i = 0; i < ADDRESS_LIMIT.tries - 1; i++)
      expect(await tryIt(`guess${i}@shop.test`, "wrong", now, { address })).toMatchObject({
        kind: "mismatch",
      });
    const locked = { kind: "paused", seconds: 15 * 60 };
    expect(await tryIt("last@shop.test", "wrong", now, { address })).toEqual(locked);
    expect(await tryIt(mira, password, now, { address: same })).toEqual(locked);
    expect(await tryIt(mira, password, now, { address: "2001:db8:0:8::1" })).toMatchObject({
      kind: "signedIn",
    });
    expect(await tryIt(mira, password, now + 15 * minute, { address })).toMatchObject({ kind: "signedIn" });
  });

  it("does not count right passwords against an address", async () => {
    for (let i = 0; i < ADDRESS_LIMIT.tries + 5; i++)
      expect(await tryIt(mira, password, now, { address: "203.0.113.9" })).toMatchObject({
        kind: "signedIn",
      });
  });

  it("does not extend a lock after the clock was ahead", async () => {
    for (let i = 0; i < ACCOUNT_LIMIT.tries; i++) await tryIt(mira, "wrong", now + 365 * 24 * 60 * minute);
    expect(await tryIt(mira, password, now)).toMatchObject({ kind: "signedIn" });
  });

  it("lets an unlocked user try again at once", async () => {
    const known = { browser: "till 1" };
    await rememberBrowser(store.db, "till 1", userId, now);
    await wrongTimes(mira, ACCOUNT_LIMIT.tries);
    await wrongTimes(mira, ACCOUNT_LIMIT.tries, known);
    expect(await tryIt(mira, password)).toEqual(halfHour);
    expect(await tryIt(mira, password, now, known)).toEqual(halfHour);
    await unlockUser(store.db, mira);
    expect(await tryIt(mira, password, now, known)).toMatchObject({ kind: "signedIn" });
    expect(await tryIt(mira, password, now)).toMatchObject({ kind: "signedIn" });
  });

  it("forgets wrong passwords after a successful sign-in", async () => {
    await wrongTimes(mira, ACCOUNT_LIMIT.tries - 1);
    expect(await tryIt(mira, password)).toMatchObject({ kind: "signedIn" });
    expect(await tryIt(mira, "wrong")).toEqual({ kind: "mismatch", triesLeft: 9 });
  });

  it.each([[undefined], ["till 1"]])(
    "looks at no more than ten guesses that arrive at the same time, from two processes (browser %s)",
    async (browser) => {
      await rememberBrowser(store.db, "till 1", userId, now);
      const other = store.another();
      const guesses = Array.from({ length: 20 }, (_, i) =>
        checkSignIn(
          i % 2 ? other : store.db,
          { email: mira, password: `guess ${i}`, address: "203.0.113.9", browser },
          now,
        ),
      );
      const outcomes = await Promise.all(guesses);
      // The tenth wrong password locks.
      expect(outcomes.filter(({ kind }) => kind === "mismatch")).toHaveLength(ACCOUNT_LIMIT.tries - 1);
      expect(outcomes.filter(({ kind }) => kind === "paused")).toHaveLength(20 - ACCOUNT_LIMIT.tries + 1);
      const looked = await store.db
        .selectFrom("audit_events")
        .select("position")
        .where("name", "=", "session.refused")
        .execute();
      expect(looked).toHaveLength(ACCOUNT_LIMIT.tries);
    },
  );

  it("replaces a hash of an older cost by one of today's at the next sign-in, and only then", async () => {
    const users = () => store.db.selectFrom("users").select("password_hash").executeTakeFirstOrThrow();
    const { password_hash: today } = await users();
    const older = today.replace("m=19456", "m=9216");
    await store.db.updateTable("users").set({ password_hash: older }).execute();
    await tryIt(mira, "wrong");
    expect(await users()).toEqual({ password_hash: older });
    expect(await tryIt(mira, password)).toMatchObject({ kind: "signedIn" });
    expect((await users()).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,/);
    expect((await users()).password_hash).not.toBe(today);
    expect(await tryIt(mira, password)).toMatchObject({ kind: "signedIn" });
  });

  it("refuses a disabled user with the same answer as an unknown one", async () => {
    await disableUser(store.db, mira);
    expect(await tryIt(mira, password)).toEqual({ kind: "mismatch", triesLeft: 9 });
  });

  it("stores no attempted email or address in plain text, and nothing for more than a day", async () => {
    await tryIt("stranger@else.test", "wrong", now, { address: "203.0.113.9" });
    const rows = () => store.db.selectFrom("sign_in_limits").selectAll().execute();
    expect(await rows()).toHaveLength(2);
    expect(JSON.stringify(await rows())).not.toMatch(/stranger|203/);
    await tryIt(mira, "wrong", now + 25 * 60 * minute);
    expect(await rows()).toHaveLength(1);
  });
});
