import { beforeEach, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { checkSignIn, MAX_TRIES, PAUSE_MS } from "./sign-in.ts";
import { addUser, disableUser } from "./users.ts";

const password = "a long enough one";
const now = Date.UTC(2026, 10, 20, 14, 46);

describeStores("signing in", (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    await addUser(store.db, { email: "Mira@Shop.test", name: "Mira", role: "clerk", password });
  });

  const tryIt = (email: string, word: string, at = now) =>
    checkSignIn(store.db, { email, password: word }, at);
  const wrongTimes = async (email: string, times: number) => {
    const outcomes = [];
    for (let i = 0; i < times; i++) outcomes.push(await tryIt(email, "wrong"));
    return outcomes;
  };

  it("works with the right password, in whatever case the email is typed", async () => {
    expect(await tryIt(" mira@SHOP.test ", password)).toMatchObject({ kind: "signedIn" });
  });

  it.each(["mira@shop.test", "nobody@shop.test"])(
    "pauses five minutes after five wrong passwords for %s",
    async (email) => {
      expect(await wrongTimes(email, MAX_TRIES)).toEqual([
        { kind: "mismatch", triesLeft: 4 },
        { kind: "mismatch", triesLeft: 3 },
        { kind: "mismatch", triesLeft: 2 },
        { kind: "mismatch", triesLeft: 1 },
        { kind: "paused", seconds: 300 },
      ]);
      expect(await tryIt(email, password, now + 60_000)).toEqual({ kind: "paused", seconds: 240 });
    },
  );

  it("opens again after the pause, with all tries", async () => {
    await wrongTimes("mira@shop.test", MAX_TRIES);
    expect(await tryIt("mira@shop.test", "wrong", now + PAUSE_MS)).toEqual({
      kind: "mismatch",
      triesLeft: 4,
    });
    expect(await tryIt("mira@shop.test", password, now + PAUSE_MS)).toMatchObject({ kind: "signedIn" });
  });

  it("forgets the slips of someone who then got in", async () => {
    await wrongTimes("mira@shop.test", MAX_TRIES - 1);
    expect(await tryIt("mira@shop.test", password)).toMatchObject({ kind: "signedIn" });
    expect(await tryIt("mira@shop.test", "wrong")).toEqual({ kind: "mismatch", triesLeft: 4 });
  });

  it("counts guesses that arrive at the same time, from two processes", async () => {
    const other = store.another();
    const guesses = Array.from({ length: 12 }, (_, i) =>
      checkSignIn(i % 2 ? other : store.db, { email: "mira@shop.test", password: `guess ${i}` }, now),
    );
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((outcome) => outcome.kind === "mismatch")).toHaveLength(MAX_TRIES - 1);
  });

  it("is closed to someone disabled, and says no more than to a stranger", async () => {
    await disableUser(store.db, "mira@shop.test");
    expect(await tryIt("mira@shop.test", password)).toEqual({ kind: "mismatch", triesLeft: 4 });
  });

  it("keeps no email that was only tried", async () => {
    await tryIt("stranger@else.test", "wrong");
    const rows = await store.db.selectFrom("sign_in_failures").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("stranger");
    await tryIt("mira@shop.test", "wrong", now + 2 * 60 * 60_000);
    expect(await store.db.selectFrom("sign_in_failures").selectAll().execute()).toHaveLength(1);
  });
});
