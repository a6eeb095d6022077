import { beforeEach, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { addUser } from "../users.ts";
import {
  CHALLENGE_MS,
  consumeChallenge,
  MAX_OF_ADDRESS,
  MAX_OF_USER,
  newChallenge,
  type Purpose,
} from "./challenges.ts";

const now = Date.UTC(2026, 10, 20, 9);

describeStores("open challenges of passkeys", (open) => {
  let store: TestStore;
  let mira: string;
  let eve: string;
  beforeEach(async () => {
    store = await open();
    mira = await add("mira");
    eve = await add("eve");
  });

  async function add(name: string): Promise<string> {
    const person = {
      email: `${name}@shop.test`,
      name,
      role: "clerk",
      password: "a long enough one",
    } as const;
    const added = await addUser(store.db, person);
    if (!added.ok) throw new Error(added.problem.message);
    return added.value.id;
  }

  const ofUser = (purpose: Purpose, userId: string, at = now) =>
    newChallenge(store.db, { purpose, holder: `session of ${userId}`, userId }, at);
  const spendOfUser = (purpose: Purpose, userId: string, challenge: string) =>
    consumeChallenge(store.db, { purpose, holder: `session of ${userId}`, challenge }, now + 1000);
  const ofAddress = (address: string | undefined, at = now, holder = "browser") =>
    newChallenge(store.db, { purpose: "signIn", holder, address }, at);
  const isGood = async (challenge: string) =>
    (await consumeChallenge(store.db, { purpose: "signIn", holder: "browser", challenge }, now + 1000)) !==
    undefined;

  /** As many sign-ins of this address as may be open, by others. */
  async function flood(address: string): Promise<void> {
    await ofAddress(address, now + 1, "another browser");
    const row = await store.db
      .selectFrom("passkey_challenges")
      .selectAll()
      .orderBy("expires_at", "desc")
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: MAX_OF_ADDRESS - 1 }, (_, at) => ({ ...row, id: `flood ${at}` }));
    await store.db.insertInto("passkey_challenges").values(more).execute();
  }

  const countOpen = async () =>
    (await store.db.selectFrom("passkey_challenges").select("id").execute()).length;

  it("of one user never use up those of another, whose own oldest give way", async () => {
    const [first, register] = [await ofUser("proof", eve), await ofUser("register", eve)];
    const early = await ofUser("proof", mira);
    for (let at = 1; at <= 50; at++) await ofUser("proof", mira, now + at);
    const last = await ofUser("proof", mira, now + 51);
    expect(await countOpen()).toBe(2 + MAX_OF_USER);
    expect(await spendOfUser("proof", eve, first)).toEqual({ userId: eve });
    expect(await spendOfUser("register", eve, register)).toEqual({ userId: eve });
    expect(await spendOfUser("proof", mira, early)).toBeUndefined();
    expect(await spendOfUser("proof", mira, last)).toEqual({ userId: mira });
    // Sign-ins without a known address are counted apart from them.
    expect(await isGood(await ofAddress(undefined))).toBe(true);
  });

  it("of an approval are counted for the session that asks, so that a clerk never uses up those of a manager's passkey", async () => {
    const asked = (holder: string, at: number) =>
      newChallenge(store.db, { purpose: "approve", holder, userId: mira }, at);
    const first = await asked("another workstation", now);
    for (let at = 1; at <= 50; at++) await asked("session of eve", now + at);
    expect(await countOpen()).toBe(1 + MAX_OF_USER);
    const spent = await consumeChallenge(
      store.db,
      { purpose: "approve", holder: "another workstation", challenge: first },
      now + 1000,
    );
    expect(spent).toEqual({ userId: mira });
  });

  it("of one address never keep anybody there from signing in, and the oldest give way", async () => {
    const early = await ofAddress("192.0.2.7");
    const elsewhere = await ofAddress("192.0.2.8");
    await flood("192.0.2.7");
    const late = await ofAddress("192.0.2.7", now + 2);
    expect(await countOpen()).toBe(MAX_OF_ADDRESS + 1);
    expect([await isGood(early), await isGood(elsewhere), await isGood(late)]).toEqual([false, true, true]);
  });

  it("count an IPv6 network of 64 bits as one address", async () => {
    const early = await ofAddress("2001:db8:1:2::1");
    const elsewhere = await ofAddress("2001:db8:1:3::1");
    await flood("2001:db8:1:2:ffff::9");
    await ofAddress("2001:db8:1:2::2", now + 2);
    expect(await countOpen()).toBe(MAX_OF_ADDRESS + 1);
    expect([await isGood(early), await isGood(elsewhere)]).toEqual([false, true]);
  });

  it("are deleted once they are too old", async () => {
    await ofUser("proof", mira);
    await ofAddress("192.0.2.7", now + CHALLENGE_MS);
    expect(await countOpen()).toBe(1);
  });
});
