import type { Argon2Parameters } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { addUser, disableUser, setPassword, unlockUser } from "../users.ts";
import { KNOWN_BROWSER_MS, KNOWN_BROWSER_TRIES, rememberBrowser } from "./known-browsers.ts";
import { checkSignIn, type SignInTry } from "./sign-in.ts";
import { ACCOUNT_LIMIT, ADDRESS_LIMIT } from "./sign-in-limits.ts";

// Hundreds of tries: a cheap hash will do, the real cost is that of password.test.ts.
vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const argon2 = (
    algorithm: "argon2id",
    parameters: Argon2Parameters,
    done: (error: Error | null, tag: Buffer) => void,
  ) => crypto.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done);
  return { ...crypto, argon2 };
});

const password = "a long enough one";
const now = Date.UTC(2026, 10, 20, 14, 46);
const mira = "mira@shop.test";
const [second, minute] = [1000, 60_000];

describeStores("signing in", (open) => {
  let store: TestStore;
  let userId: string;
  beforeEach(async () => {
    waits = [];
    store = await open();
    const added = await addUser(store.db, { email: "Mira@Shop.test", name: "Mira", role: "clerk", password });
    if (!added.ok) throw new Error(added.problem.message);
    userId = added.value.id;
  });

  const tryIt = (email: string, word: string, at = now, more: Partial<SignInTry> = {}) =>
    checkSignIn(store.db, { email, password: word, ...more }, at, async (ms) => waits.push(ms));
  let waits: number[] = [];
  const wrongTimes = async (email: string, times: number, more: Partial<SignInTry> = {}) => {
    const outcomes = [];
    for (let i = 0; i < times; i++) outcomes.push(await tryIt(email, "wrong", now, more));
    return outcomes;
  };

  it("accepts the right password with the email in any letter case", async () => {
    expect(await tryIt(" mira@SHOP.test ", password)).toMatchObject({ kind: "signedIn" });
  });

  it.each([mira, "unknown@shop.test"])("slows down after five wrong passwords for %s", async (email) => {
    expect(await wrongTimes(email, ACCOUNT_LIMIT.free)).toEqual([
      { kind: "mismatch", triesLeft: 4 },
      { kind: "mismatch", triesLeft: 3 },
      { kind: "mismatch", triesLeft: 2 },
      { kind: "mismatch", triesLeft: 1 },
      { kind: "paused", seconds: 60 },
    ]);
    expect(await tryIt(email, password, now + 20 * second)).toEqual({ kind: "paused", seconds: 40 });
  });

  it("waits twice as long after each further wrong password, up to half an hour", async () => {
    await wrongTimes(mira, ACCOUNT_LIMIT.free);
    const waits = [];
    let at = now + minute;
    for (let i = 0; i < 7; i++) {
      const outcome = await tryIt(mira, "wrong", at);
      if (outcome.kind !== "paused") throw new Error("not slowed down");
      waits.push(outcome.seconds / 60);
      at += outcome.seconds * second;
    }
    expect(waits).toEqual([2, 4, 8, 16, 30, 30, 30]);
    expect(await tryIt(mira, password, at)).toMatchObject({ kind: "signedIn" });
    expect(await tryIt(mira, "wrong", at)).toEqual({ kind: "mismatch", triesLeft: 4 });
  });

  it("never refuses the right password in a known browser, even while others guess", async () => {
    await rememberBrowser(store.db, "till 1", userId, now);
    await wrongTimes(mira, 12, { address: "203.0.113.9", browser: "elsewhere" });
    await wrongTimes("unknown@shop.test", 40, { address: "203.0.113.9" });
    const known = { address: "203.0.113.9", browser: "till 1" };
    expect(await tryIt(mira, password, now, known)).toEqual({ kind: "signedIn", userId });
    // It is not known for other users, and the guesser is still slowed down.
    expect(await tryIt("unknown@shop.test", password, now, known)).toMatchObject({ kind: "paused" });
    expect(await tryIt(mira, password)).toMatchObject({ kind: "paused" });
  });

  it("slows a known browser down after ten wrong passwords in a row, and never refuses the right one", async () => {
    await rememberBrowser(store.db, "till 1", userId, now);
    const known = { browser: "till 1" };
    await wrongTimes(mira, KNOWN_BROWSER_TRIES, known);
    expect(waits).toEqual([]);
    let at = now;
    for (let i = 0; i < 7; i++) {
      expect(await tryIt(mira, "wrong", at, known)).toEqual({ kind: "mismatch", triesLeft: 1 });
      at += waits.at(-1) ?? 0;
    }
    expect(waits.map((ms) => ms / second)).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(await tryIt(mira, password, at, known)).toEqual({ kind: "signedIn", userId });
    // Afterwards the count begins again.
    await rememberBrowser(store.db, "till 1", userId, at);
    waits = [];
    expect(await tryIt(mira, password, at, known)).toEqual({ kind: "signedIn", userId });
    expect(waits).toEqual([]);
  });

  it("does not extend the delay in a known browser after the clock was ahead", async () => {
    await rememberBrowser(store.db, "till 1", userId, now);
    const known = { browser: "till 1" };
    await wrongTimes(mira, KNOWN_BROWSER_TRIES, known);
    await tryIt(mira, "wrong", now + 89 * 24 * 60 * minute, known);
    expect(await tryIt(mira, password, now, known)).toEqual({ kind: "signedIn", userId });
    expect(waits.map((ms) => ms / second)).toEqual([1, 2]);
  });

  it("forgets a browser after 90 days, a password change or a disabled user", async () => {
    await wrongTimes(mira, ACCOUNT_LIMIT.free);
    const known = { browser: "till 1" };
    const forgets = async (forget: () => Promise<unknown>, at = now) => {
      await rememberBrowser(store.db, "till 1", userId, now);
      await forget();
      await wrongTimes(mira, 1, { browser: "elsewhere" });
      return (await tryIt(mira, "wrong", at, known)).kind;
    };
    expect(await forgets(async () => undefined)).toBe("mismatch");
    expect(await forgets(() => setPassword(store.db, mira, password))).toBe("paused");
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
  ])("slows down %s that tries many accounts, and no other", async (_, address, same) => {
    for (let i = 0; i < ADDRESS_LIMIT.free; i++)
      expect(await tryIt(`guess${i}@shop.test`, "wrong", now, { address })).toMatchObject({
        kind: "mismatch",
      });
    expect(await tryIt(mira, password, now, { address: same })).toEqual({ kind: "paused", seconds: 10 });
    expect(await tryIt(mira, password, now, { address: "2001:db8:0:8::1" })).toMatchObject({
      kind: "signedIn",
    });
    expect(await tryIt(mira, password, now + 10 * second, { address })).toMatchObject({ kind: "signedIn" });
  });

  it("does not count right passwords against an address", async () => {
    for (let i = 0; i < ADDRESS_LIMIT.free + 5; i++)
      expect(await tryIt(mira, password, now, { address: "203.0.113.9" })).toMatchObject({
        kind: "signedIn",
      });
  });

  it("does not extend the delay after the clock was ahead", async () => {
    for (let i = 0; i < ACCOUNT_LIMIT.free; i++) await tryIt(mira, "wrong", now + 365 * 24 * 60 * minute);
    expect(await tryIt(mira, password, now)).toEqual({ kind: "paused", seconds: 60 });
    await unlockUser(store.db, mira);
    expect(await tryIt(mira, password, now)).toMatchObject({ kind: "signedIn" });
  });

  it("forgets wrong passwords after a successful sign-in", async () => {
    await wrongTimes(mira, ACCOUNT_LIMIT.free - 1);
    expect(await tryIt(mira, password)).toMatchObject({ kind: "signedIn" });
    expect(await tryIt(mira, "wrong")).toEqual({ kind: "mismatch", triesLeft: 4 });
  });

  it.each([[undefined], ["till 1"]])(
    "counts guesses that arrive at the same time, from two processes (browser %s)",
    async (browser) => {
      await rememberBrowser(store.db, "till 1", userId, now);
      const other = store.another();
      const guesses = Array.from({ length: 20 }, (_, i) =>
        checkSignIn(
          i % 2 ? other : store.db,
          { email: mira, password: `guess ${i}`, address: "203.0.113.9", browser },
          now,
          async (ms) => waits.push(ms),
        ),
      );
      const outcomes = await Promise.all(guesses);
      // In a known browser 1, 3, 7, 15 and 31 s after the first ten; none waits more than a minute.
      const checked = browser ? KNOWN_BROWSER_TRIES + 5 : ACCOUNT_LIMIT.free - 1;
      expect(outcomes.filter((outcome) => outcome.kind === "mismatch")).toHaveLength(checked);
      expect(waits.map((ms) => ms / second).sort((one, two) => one - two)).toEqual(
        browser ? [1, 3, 7, 15, 31] : [],
      );
    },
  );

  it("refuses a disabled user with the same answer as an unknown one", async () => {
    await disableUser(store.db, mira);
    expect(await tryIt(mira, password)).toEqual({ kind: "mismatch", triesLeft: 4 });
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
