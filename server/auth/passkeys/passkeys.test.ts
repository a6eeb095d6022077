import { beforeEach, expect, it } from "vitest";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import {
  confirmSecret,
  consumeCode,
  findSecondFactor,
  findSecondSteps,
  pendingSecret,
  resetFactors,
  turnOffSecondFactor,
} from "../factors/second-factor.ts";
import { totpCode } from "../factors/totp.ts";
import { beginSession, findSession } from "../session/sessions.ts";
import { checkSignIn } from "../sign-in/sign-in.ts";
import { ACCOUNT_LIMIT } from "../sign-in/sign-in-limits.ts";
import { addUser, disableUser, enableUser } from "../users.ts";
import { CHALLENGE_MS } from "./challenges.ts";
import { beginAssertion, checkPasskey } from "./check-passkey.ts";
import { listPasskeys, removePasskey, renamePasskey } from "./passkeys.ts";
import { beginRegistration, finishRegistration } from "./register.ts";
import { toRelyingParty } from "./relying-party.ts";
import type { Assertion } from "./responses.ts";
import { newAuthenticator } from "./test-authenticator.ts";

const now = Date.UTC(2026, 10, 20, 9);
const party = { id: "console.test", name: "Shop", origin: "https://console.test" };
const place = { origin: party.origin, rpId: party.id };
const password = "a long enough one";
const browser = "the cookie of a browser";

type Person = { id: string; name: string; email: string };

describeStores("passkeys", (open, onSqlite) => {
  let store: TestStore;
  let mira: Person;
  let eve: Person;
  beforeEach(async () => {
    store = await open();
    mira = await add("mira@shop.test", "Mira");
    eve = await add("eve@shop.test", "Eve");
  });

  async function add(email: string, name: string): Promise<Person> {
    const added = await addUser(store.db, { email, name, role: "manager", password });
    if (!added.ok) throw new Error(added.problem.message);
    return { id: added.value.id, name, email };
  }

  async function register(person: Person, name = "Laptop") {
    const key = newAuthenticator(place);
    const sessionId = await beginSession(store.db, person.id, now);
    const options = await beginRegistration(store.db, person, { party, sessionId }, now);
    if (!options.ok) throw new Error(options.problem.message);
    const response = key.register({ challenge: options.value.challenge });
    const done = await finishRegistration(store.db, person, { response, name, party, sessionId }, now);
    if (!done.ok) throw new Error(done.problem.message);
    return { key, old: sessionId, options: options.value, ...done.value };
  }

  async function challenge(at = now, holder = browser) {
    const options = await beginAssertion(store.db, { party, purpose: "signIn", holder }, at);
    if (!options.ok) throw new Error(options.problem.message);
    return options.value.challenge;
  }

  const check = (
    response: Assertion,
    at = now,
    more: { holder?: string; address?: string } = {},
    db = store.db,
  ) => checkPasskey(db, { response, party, purpose: "signIn", holder: browser, ...more }, at);
  const handle = ({ id }: Person) => Buffer.from(id).toString("base64url");

  async function events(prefix: RegExp) {
    const rows = await store.db
      .selectFrom("audit_events")
      .select(["name", "data"])
      .orderBy("position")
      .execute();
    return rows.filter(({ name }) => prefix.test(name)).map(({ name, data }) => [name, JSON.parse(data)]);
  }

  it("signs its user in alone, and a signature works once", async () => {
    const { key, options } = await register(mira);
    expect(options).toMatchObject({
      rp: { id: "console.test" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const response = key.sign({ challenge: await challenge(), userHandle: handle(mira) });
    const both = await Promise.all([check(response), check(response, now, {}, store.another())]);
    expect(both).toContainEqual({ kind: "signedIn", userId: mira.id });
    expect(both).toContainEqual({ kind: "expired" });
    expect(await check(response)).toEqual({ kind: "expired" });
    expect(await listPasskeys(store.db, mira.id)).toEqual([
      { id: key.id, name: "Laptop", createdAt: now, usedAt: now },
    ]);
    expect(await events(/^passkey/)).toEqual([["passkey.registered", { passkey: "Laptop" }]]);
  });

  onSqlite(
    "turns the second step on: the password alone no longer signs in, and ten recovery codes are made once",
    async () => {
      expect(await checkSignIn(store.db, { email: mira.email, password }, now)).toMatchObject({
        needsCode: false,
      });
      const { codes = [], old, sessionId } = await register(mira);
      expect(codes).toHaveLength(10);
      expect(await findSession(store.db, old, now)).toBeNull();
      expect(await findSession(store.db, sessionId, now)).toMatchObject({ hasSecondFactor: true });
      expect(await checkSignIn(store.db, { email: mira.email, password }, now)).toMatchObject({
        needsCode: true,
      });
      expect(await findSecondSteps(store.db, mira.id)).toEqual({ app: false, passkey: true });
      expect(await findSecondFactor(store.db, mira.id)).toEqual({ since: undefined, codesLeft: 10 });
      expect(await consumeCode(store.db, mira.id, codes[0] ?? "", now)).toBe(true);
      expect(await consumeCode(store.db, mira.id, "123456", now)).toBe(false);
      expect((await register(mira, "Phone")).codes).toBeUndefined();
    },
  );

  it("refuses a signature for another origin, another host, or without checking who uses it", async () => {
    const { key } = await register(mira);
    const userHandle = handle(mira);
    const wrong = [
      { origin: "https://console.test.evil.example" },
      { origin: "http://console.test" },
      { rpId: "evil.example" },
      { isVerified: false },
    ];
    for (const [at, more] of wrong.entries()) {
      const response = key.sign({ challenge: await challenge(), userHandle, ...more });
      expect(await check(response)).toEqual({ kind: "mismatch", triesLeft: ACCOUNT_LIMIT.tries - 1 - at });
    }
    const right = key.sign({ challenge: await challenge(), userHandle });
    const altered = {
      ...right,
      response: { ...right.response, signature: flipped(right.response.signature) },
    };
    expect(await check(altered)).toMatchObject({ kind: "mismatch" });
  });

  it("refuses a challenge that is too old, another browser's, or made up, and counts none of them", async () => {
    const { key } = await register(mira);
    const userHandle = handle(mira);
    const late = key.sign({ challenge: await challenge(), userHandle });
    expect(await check(late, now + CHALLENGE_MS)).toEqual({ kind: "expired" });
    const stolen = key.sign({ challenge: await challenge(), userHandle });
    expect(await check(stolen, now, { holder: "another browser" })).toEqual({ kind: "expired" });
    expect(await check(key.sign({ challenge: "bWFkZSB1cA", userHandle }))).toEqual({ kind: "expired" });
    const limits = await store.db.selectFrom("sign_in_limits").selectAll().execute();
    expect(limits).toEqual([]);
  });

  onSqlite(
    "locks the account after ten wrong ones as wrong passwords do, and an unknown passkey reads the same",
    async () => {
      const { key } = await register(mira);
      const stranger = newAuthenticator(place);
      const wrong = async () => key.sign({ challenge: await challenge(), rpId: "evil.example" });
      const unknown = async () => stranger.sign({ challenge: await challenge() });
      for (let left = ACCOUNT_LIMIT.tries - 1; left > 0; left--) {
        const mismatch = { kind: "mismatch", triesLeft: left };
        expect([await check(await wrong()), await check(await unknown())]).toEqual([mismatch, mismatch]);
      }
      const paused = { kind: "paused", seconds: 30 * 60 };
      expect([await check(await wrong()), await check(await unknown())]).toEqual([paused, paused]);
      const right = key.sign({ challenge: await challenge(), userHandle: handle(mira) });
      expect(await check(right)).toEqual(paused);
      expect(await checkSignIn(store.db, { email: mira.email, password }, now)).toEqual(paused);
      expect((await events(/^signIn.locked/)).length).toBe(2);
    },
  );

  it("accepts nothing of a disabled user, and of an enabled one again", async () => {
    const { key } = await register(mira);
    await disableUser(store.db, mira.email);
    const sign = async () => key.sign({ challenge: await challenge(), userHandle: handle(mira) });
    expect(await check(await sign())).toMatchObject({ kind: "mismatch" });
    await enableUser(store.db, mira.email);
    expect(await check(await sign())).toMatchObject({ kind: "signedIn" });
  });

  it("refuses a passkey whose owner it names is somebody else, and another person's where one is asked", async () => {
    const { key } = await register(mira);
    await register(eve);
    const forged = key.sign({ challenge: await challenge(), userHandle: handle(eve) });
    expect(await check(forged)).toMatchObject({ kind: "mismatch" });
    const asked = { party, purpose: "proof", holder: "eve's session" } as const;
    const options = await beginAssertion(store.db, { ...asked, userId: eve.id }, now);
    if (!options.ok) throw new Error(options.problem.message);
    const response = key.sign({ challenge: options.value.challenge, userHandle: handle(mira) });
    expect(await checkPasskey(store.db, { ...asked, response }, now)).toMatchObject({ kind: "mismatch" });
  });

  onSqlite("refuses a counter that did not go up, and says so in the log", async () => {
    const { key } = await register(mira);
    const sign = async (counter: number) =>
      check(key.sign({ challenge: await challenge(), userHandle: handle(mira), counter }));
    expect(await sign(0)).toMatchObject({ kind: "signedIn" });
    expect(await sign(7)).toMatchObject({ kind: "signedIn" });
    expect([await sign(7), await sign(3), await sign(0)]).toMatchObject([
      { kind: "mismatch" },
      { kind: "mismatch" },
      { kind: "mismatch" },
    ]);
    expect(await sign(8)).toMatchObject({ kind: "signedIn" });
    const outOfOrder = ["passkey.outOfOrder", { passkey: "Laptop" }];
    expect(await events(/^passkey.outOfOrder/)).toEqual([outOfOrder, outOfOrder, outOfOrder]);
  });

  it("of two uses with the same count only one signs in", async () => {
    const { key } = await register(mira);
    const signed = async () =>
      key.sign({ challenge: await challenge(), userHandle: handle(mira), counter: 4 });
    const [one, two] = [await signed(), await signed()];
    const both = await Promise.all([check(one), check(two, now, {}, store.another())]);
    expect(both.filter(({ kind }) => kind === "signedIn")).toHaveLength(1);
  });

  it("is not added with a challenge of another session or user, twice, or for another origin", async () => {
    const { key } = await register(mira);
    const sessionId = await beginSession(store.db, mira.id, now);
    const options = async () => {
      const begun = await beginRegistration(store.db, mira, { party, sessionId }, now);
      if (!begun.ok) throw new Error(begun.problem.message);
      return begun.value;
    };
    const finish = (person: Person, session: string, response: ReturnType<typeof key.register>) =>
      finishRegistration(store.db, person, { response, name: "Key", party, sessionId: session }, now);
    const other = newAuthenticator(place);
    const made = async (more = {}) => other.register({ challenge: (await options()).challenge, ...more });
    expect(await finish(mira, "another session", await made())).toMatchObject({ ok: false });
    expect(await finish(eve, sessionId, await made())).toMatchObject({ ok: false });
    expect(await finish(mira, sessionId, await made({ origin: "https://evil.example" }))).toMatchObject({
      ok: false,
    });
    expect(await finish(mira, sessionId, await made({ isVerified: false }))).toMatchObject({ ok: false });
    expect((await options()).excludeCredentials).toMatchObject([{ id: key.id }]);
    const again = key.register({ challenge: (await options()).challenge });
    expect(await finish(mira, sessionId, again)).toMatchObject({
      problem: { message: "This passkey already exists." },
    });
    const good = await made();
    expect(await finish(mira, sessionId, good)).toMatchObject({ ok: true });
    expect(await finish(mira, sessionId, good)).toMatchObject({ ok: false });
  });

  it("is renamed and removed by its own user alone; the last one turns the second step off, unless the role needs it", async () => {
    const { key } = await register(mira);
    const { key: phone, sessionId } = await register(mira, "Phone");
    expect(await renamePasskey(store.db, eve, { id: key.id, name: "Mine" })).toMatchObject({ ok: false });
    for (let i = 0; i < 2; i++)
      expect(await renamePasskey(store.db, mira, { id: key.id, name: "Workstation" })).toMatchObject({
        ok: true,
      });
    expect(await events(/^passkey.renamed/)).toEqual([
      ["passkey.renamed", { from: "Laptop", to: "Workstation" }],
    ]);
    const remove = (person: Person, id: string, isRequired: boolean) =>
      removePasskey(store.db, person, { id, isRequired, now });
    expect(await remove(eve, key.id, false)).toMatchObject({ ok: false });
    const removed = await remove(mira, phone.id, true);
    expect(removed).toMatchObject({ ok: true });
    expect(await findSession(store.db, sessionId, now)).toBeNull();
    expect(await remove(mira, phone.id, true)).toMatchObject({ ok: false });
    expect(await remove(mira, key.id, true)).toMatchObject({
      problem: { message: expect.stringContaining("Your role needs a second step") },
    });
    expect(await remove(mira, key.id, false)).toMatchObject({ ok: true });
    expect(await findSecondFactor(store.db, mira.id)).toBeUndefined();
    expect(await checkSignIn(store.db, { email: mira.email, password }, now)).toMatchObject({
      needsCode: false,
    });
    expect((await events(/^passkey.removed/)).map(([, fields]) => fields)).toEqual([
      { passkey: "Phone" },
      { passkey: "Workstation" },
    ]);
    const gone = key.sign({ challenge: await challenge(), userHandle: handle(mira) });
    expect(await check(gone)).toMatchObject({ kind: "mismatch" });
  });

  it("stays when the authenticator app is turned off, and goes with a reset", async () => {
    await register(mira);
    const code = totpCode(await pendingSecret(store.db, mira.id), now);
    expect(await confirmSecret(store.db, mira, code, now)).toMatchObject({ ok: true });
    expect(await findSecondSteps(store.db, mira.id)).toEqual({ app: true, passkey: true });
    expect(await turnOffSecondFactor(store.db, mira, { isRequired: true, now })).toMatchObject({ ok: true });
    expect(await findSecondSteps(store.db, mira.id)).toEqual({ app: false, passkey: true });
    expect(await resetFactors(store.db, mira.id, "operator")).toMatchObject({ ok: true });
    expect(await listPasskeys(store.db, mira.id)).toEqual([]);
    expect(await findSecondSteps(store.db, mira.id)).toBeUndefined();
  });
});

const flipped = (signature: string) => {
  const bytes = Buffer.from(signature, "base64url");
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString("base64url");
};

it("passkeys need a host with a name, since browsers allow none for an address", () => {
  const at = (consoleOrigin: string) => toRelyingParty({ consoleOrigin, merchantName: "Shop" })?.id;
  expect(at("https://pay.shop.test:8443")).toBe("pay.shop.test");
  expect(at("http://localhost:3000")).toBe("localhost");
  expect([at("http://127.0.0.1:3000"), at("http://[::1]:3000")]).toEqual([undefined, undefined]);
});
