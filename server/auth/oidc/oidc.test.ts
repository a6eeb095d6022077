import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { GET } from "#app/api/auth/oidc/route.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { env } from "#server/env.ts";
import { beginRegistration, finishRegistration } from "../passkeys/register.ts";
import { newAuthenticator } from "../passkeys/test-authenticator.ts";
import { hasFreshProof, requireProof } from "../require-proof.ts";
import { readSessionId } from "../session/session-cookie.ts";
import { beginSession, findLockedSession, findSession, setLock } from "../session/sessions.ts";
import { checkSignIn } from "../sign-in/sign-in.ts";
import { addUser, disableUser } from "../users.ts";
import { unlinkUser } from "./identities.ts";
import { finishOidcSignIn, startOidcSignIn, startOidcUnlock } from "./sign-in.ts";
import { startTestProvider } from "./test-provider.ts";

/** The browser: its cookies, and the request that it sends. */
const request = vi.hoisted(() => ({ headers: new Headers(), cookies: new Map<string, { value: string }>() }));
const current = vi.hoisted(() => ({ store: undefined as unknown }));
vi.mock("next/headers", () => ({
  headers: async () => request.headers,
  cookies: async () => ({
    get: (name: string) => request.cookies.get(name),
    set: (name: string, value: string) => request.cookies.set(name, { value }),
  }),
}));
vi.mock("#server/db/db.ts", async (original) => ({ ...(await original<object>()), db: () => current.store }));
const logged = vi.hoisted(() => [] as { reference?: string; reason?: string }[]);
vi.mock("#server/log.ts", () => ({ log: { warn: (entry: object) => logged.push(entry) } }));

vi.stubEnv("GATEWAY_URL", "http://127.0.0.1:4010/api/v2");
vi.stubEnv("GATEWAY_API_KEY", "key");
vi.stubEnv("GATEWAY_API_PIN", "pin");
vi.stubEnv("AUTH_SECRET", "0123456789abcdef0123456789abcdef");

const client = { clientId: "console", clientSecret: "a-secret-of-the-provider" };
let provider: Awaited<ReturnType<typeof startTestProvider>>;
beforeAll(async () => {
  provider = await startTestProvider(client);
});
afterAll(() => provider.stop());

describeStores("signing in at an OpenID provider", (open, onSqlite) => {
  let store: TestStore;
  let mira: { id: string; name: string; email: string };
  beforeEach(async () => {
    store = await open();
    current.store = store.db;
    request.cookies.clear();
    logged.length = 0;
    configure(false);
    mira = await add("mira@shop.test", "Mira");
  });

  const configure = (asksSecondStep: boolean) =>
    Object.assign(env(), {
      oidc: { ...client, issuer: new URL(provider.issuer), label: "Shop", asksSecondStep },
    });

  async function add(email: string, name: string) {
    const added = await addUser(store.db, { email, name, role: "manager", password: "a long enough one" });
    if (!added.ok) throw new Error(added.problem.message);
    return { id: added.value.id, name, email };
  }

  /** What the provider's page does: answers with a redirect to the console. Returns the query of its address. */
  async function visit(from?: string): Promise<string> {
    const address = await startOidcSignIn(from);
    const response = await fetch(address, { redirect: "manual" });
    return new URL(response.headers.get("location") ?? "").search;
  }

  /** A new session of this user, locked. */
  async function lockWorkstation({ email }: { email: string }) {
    request.cookies.clear();
    provider.answer({ email });
    await finishOidcSignIn(await visit());
    const user = await signedIn();
    if (!user) throw new Error("not signed in");
    await setLock(store.db, user, true);
    return user;
  }

  async function visitAgain(from?: string): Promise<string> {
    const response = await fetch(await startOidcUnlock(from), { redirect: "manual" });
    return new URL(response.headers.get("location") ?? "").search;
  }

  async function signedIn() {
    const sessionId = await readSessionId(request.cookies.get("console.session")?.value);
    return sessionId ? findSession(store.db, sessionId) : null;
  }

  const problem = (location: string) => new URL(location, "http://x").searchParams.get("problem");

  async function events() {
    const rows = await store.db
      .selectFrom("audit_events")
      .select(["name", "data"])
      .where("name", "!=", "user.added")
      .orderBy("position")
      .execute();
    return rows.map(({ name, data }) => [name, JSON.parse(data)]);
  }

  onSqlite(
    "signs in an existing user by their verified email, then by the subject that was linked, even with another email",
    async () => {
      provider.answer({ email: "MIRA@shop.test" });
      expect(await finishOidcSignIn(await visit("/batches"))).toBe("/sign-in?from=%2Fbatches");
      expect(await signedIn()).toMatchObject({ id: mira.id, hasSecondFactor: false });
      request.cookies.clear();
      provider.answer({
        email: "married@shop.test",
        claims: { sub: "subject of MIRA@shop.test", email_verified: false },
      });
      expect(await finishOidcSignIn(await visit())).toBe("/sign-in");
      expect(await signedIn()).toMatchObject({ id: mira.id });
      expect(await events()).toEqual([
        ["identity.linked", { issuer: provider.issuer }],
        ["session.started", { newBrowser: true, method: "OpenID Connect" }],
        ["session.started", { newBrowser: true, method: "OpenID Connect" }],
      ]);
    },
  );

  it.each([
    ["another nonce", { claims: { nonce: "another" } }],
    ["another audience", { claims: { aud: "another console" } }],
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["expired", { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ["issued without a subject", { claims: { sub: undefined } }],
    ["signed with another key", { foreignKey: true }],
  ])("refuses an ID token with %s", async (_what, wrong) => {
    provider.answer({ email: mira.email, ...wrong });
    const location = await finishOidcSignIn(await visit());
    expect(problem(location)).toBe("invalid");
    expect(await signedIn()).toBeNull();
    // The number that the person reports finds the line in the log.
    expect(location).toContain(logged.at(-1)?.reference);
    expect(await events()).toEqual([
      ["session.refused", { reason: "OpenID Connect: The provider's answer is not valid" }],
    ]);
  });

  it("tolerates clocks that differ by half a minute", async () => {
    provider.answer({ email: mira.email, claims: { exp: Math.floor(Date.now() / 1000) - 30 } });
    await finishOidcSignIn(await visit());
    expect(await signedIn()).toMatchObject({ id: mira.id });
  });

  it("adds no one: an unknown person, an unverified email and a disabled user read the same", async () => {
    const outcomes = [];
    provider.answer({ email: "stranger@shop.test" });
    outcomes.push(problem(await finishOidcSignIn(await visit())));
    provider.answer({ email: mira.email, claims: { email_verified: false } });
    outcomes.push(problem(await finishOidcSignIn(await visit())));
    await disableUser(store.db, mira.email);
    provider.answer({ email: mira.email });
    outcomes.push(problem(await finishOidcSignIn(await visit())));
    expect(outcomes).toEqual(["unknown", "unknown", "unknown"]);
    expect(await signedIn()).toBeNull();
    expect((await events()).map(([, { reason }]) => reason)).toEqual([
      "OpenID Connect: No user with this email",
      "OpenID Connect: Email not verified by the provider",
      undefined,
      "OpenID Connect: User disabled",
    ]);
    expect(await store.db.selectFrom("identities").selectAll().execute()).toEqual([]);
  });

  it("links no one by an address that only looks like theirs", async () => {
    const kate = await add("kate@shop.test", "Kate");
    for (const email of ["\u212aate@shop.test", "kate@\u017fhop.test", "kate@shop.test\u00a0"]) {
      provider.answer({ email });
      expect(problem(await finishOidcSignIn(await visit()))).toBe("unknown");
    }
    expect(await store.db.selectFrom("identities").selectAll().execute()).toEqual([]);
    // At the console, other letters than A to Z are compared as they are.
    const kelvin = { email: "\u212aate@shop.test", password: "a long enough one" };
    expect(await checkSignIn(store.db, kelvin)).toMatchObject({ kind: "mismatch" });
    provider.answer({ email: "KATE@shop.test" });
    await finishOidcSignIn(await visit());
    expect(await signedIn()).toMatchObject({ id: kate.id });
  });

  it("refuses a linked user once they are disabled, and a new owner of a linked user's email", async () => {
    provider.answer({ email: mira.email });
    await finishOidcSignIn(await visit());
    request.cookies.clear();
    provider.answer({ email: mira.email, claims: { sub: "the next owner of this address" } });
    expect(problem(await finishOidcSignIn(await visit()))).toBe("unknown");
    await disableUser(store.db, mira.email);
    provider.answer({ email: mira.email });
    expect(problem(await finishOidcSignIn(await visit()))).toBe("unknown");
    expect(await signedIn()).toBeNull();
  });

  it("links a user again once they were unlinked, which ends their sessions", async () => {
    provider.answer({ email: mira.email });
    await finishOidcSignIn(await visit());
    expect(await unlinkUser(store.db, mira.id, "operator")).toMatchObject({ ok: true });
    expect(await signedIn()).toBeNull();
    expect(await unlinkUser(store.db, mira.id, "operator")).toMatchObject({ ok: false });
    provider.answer({ email: mira.email, claims: { sub: "a new account" } });
    await finishOidcSignIn(await visit());
    expect(await signedIn()).toMatchObject({ id: mira.id });
    expect((await events()).map(([name]) => name)).toContain("identity.unlinked");
  });

  it("takes each answer once, in the browser that asked for it, with its own state", async () => {
    provider.answer({ email: mira.email });
    const answer = await visit();
    const begun = request.cookies.get("console.oidc");
    expect(await finishOidcSignIn(answer)).toBe("/sign-in");
    expect(problem(await finishOidcSignIn(answer))).toBe("expired");
    // Also with the cookie copied from before.
    if (begun) request.cookies.set("console.oidc", begun);
    expect(problem(await finishOidcSignIn(answer))).toBe("expired");
    const stolen = await visit();
    request.cookies.clear();
    expect(problem(await finishOidcSignIn(stolen))).toBe("expired");
    await visit();
    expect(problem(await finishOidcSignIn("?code=made-up&state=made-up"))).toBe("expired");
    expect(await signedIn()).toBeNull();
  });

  it("explains an error of the provider, a code that it does not know, and a provider that is down", async () => {
    provider.answer({ email: mira.email, error: "access_denied" });
    expect(problem(await finishOidcSignIn(await visit()))).toBe("canceled");
    provider.answer({ email: mira.email, error: "server_error" });
    expect(problem(await finishOidcSignIn(await visit()))).toBe("invalid");
    provider.answer({ email: mira.email });
    const answer = new URLSearchParams(await visit());
    answer.set("code", "another");
    expect(problem(await finishOidcSignIn(`?${answer}`))).toBe("invalid");
    Object.assign(env(), {
      oidc: { ...client, issuer: new URL("http://127.0.0.1:9"), label: "Shop", asksSecondStep: false },
    });
    expect(problem(await startOidcSignIn(undefined))).toBe("unreachable");
    expect(await signedIn()).toBeNull();
  });

  onSqlite(
    "asks a user with a second step for it, unless the settings say that the provider does",
    async () => {
      const party = { id: "localhost", name: "Shop", origin: "http://localhost:3000" };
      const sessionId = await beginSession(store.db, mira.id);
      const begun = await beginRegistration(store.db, mira, { party, sessionId });
      if (!begun.ok) throw new Error(begun.problem.message);
      const key = newAuthenticator({ origin: party.origin, rpId: party.id });
      const response = key.register({ challenge: begun.value.challenge });
      await finishRegistration(store.db, mira, { response, name: "Key", party, sessionId });
      provider.answer({ email: mira.email });
      expect(await finishOidcSignIn(await visit("/batches"))).toBe("/sign-in?step=1&from=%2Fbatches");
      expect(await signedIn()).toBeNull();
      expect(request.cookies.get("console.step")?.value).toMatch(/.{40}/);
      configure(true);
      expect(await finishOidcSignIn(await visit())).toBe("/sign-in");
      expect(await signedIn()).toMatchObject({ id: mira.id, hasSecondFactor: true });
    },
  );

  it("counts as a second step for roles that need one only where the settings say that the provider asks for one", async () => {
    provider.answer({ email: mira.email });
    await finishOidcSignIn(await visit());
    expect(await signedIn()).toMatchObject({ hasSecondFactor: false });
    configure(true);
    await finishOidcSignIn(await visit());
    expect(await signedIn()).toMatchObject({ hasSecondFactor: true });
  });

  it("is no password just given: sensitive acts ask for the console's own, or a passkey", async () => {
    configure(true);
    provider.answer({ email: mira.email });
    await finishOidcSignIn(await visit());
    const user = await signedIn();
    if (!user) throw new Error("not signed in");
    expect(user.provedAt).toBe(0);
    expect(hasFreshProof(user, Date.now(), 5)).toBe(false);
    expect(await requireProof(user, undefined)).toMatchObject({
      ok: false,
      problem: {
        message: expect.stringMatching(/^Enter your password.* not the one of Shop.*administrator/),
      },
    });
    expect(await requireProof(user, "the provider's password")).toMatchObject({
      problem: { message: expect.stringMatching(/^This is not your password.* not the one of Shop/) },
    });
    expect(await requireProof(user, "a long enough one")).toEqual({ ok: true, value: null });
    expect((await signedIn())?.provedAt).toBeGreaterThan(Date.now() - 60_000);
  });

  it("opens no locked workstation, at which the provider may answer without asking", async () => {
    provider.answer({ email: mira.email });
    await finishOidcSignIn(await visit());
    const before = await signedIn();
    if (!before) throw new Error("not signed in");
    await setLock(store.db, before, true);
    await finishOidcSignIn(await visit());
    expect(await signedIn()).toBeNull();
    const sessionId = (await readSessionId(request.cookies.get("console.session")?.value)) ?? "";
    expect(sessionId).not.toBe(before.sessionId);
    expect(await findLockedSession(store.db, sessionId)).toMatchObject({ id: mira.id });
    expect(await findLockedSession(store.db, before.sessionId)).toBeNull();
  });

  it("opens the locked workstation of its own user, whom the provider asked again, without counting as the password", async () => {
    const before = await lockWorkstation(mira);
    expect(await finishOidcSignIn(await visitAgain())).toBe("/sign-in?unlocked=1");
    expect(await signedIn()).toMatchObject({ id: mira.id, sessionId: before.sessionId, provedAt: 0 });
    expect((await events()).at(-1)).toEqual(["session.unlocked", { method: "OpenID Connect" }]);
    // Each answer counts once, and for a locked workstation only.
    await setLock(store.db, before, true);
    expect(await finishOidcSignIn(await visitAgain("/batches"))).toBe("/sign-in?from=%2Fbatches");
    expect(await startOidcUnlock(undefined)).toBe("/sign-in");
  });

  it.each([
    ["did not ask again", "notAsked", () => ({ auth_time: Math.floor(Date.now() / 1000) - 90 })],
    ["does not say when it asked", "notAsked", () => ({ auth_time: undefined })],
    ["signed in somebody else", "otherPerson", () => ({ sub: "subject of somebody else" })],
  ])("keeps a workstation locked where the provider %s", async (_what, expected, claims) => {
    const before = await lockWorkstation(mira);
    provider.answer({ email: mira.email, claims: claims() });
    expect(problem(await finishOidcSignIn(await visitAgain()))).toBe(expected);
    expect(await signedIn()).toBeNull();
    expect(await findLockedSession(store.db, before.sessionId)).toMatchObject({ id: mira.id });
    expect((await events()).at(-1)?.[0]).toBe("session.refused");
  });

  onSqlite("opens no other session than the one that asked, also in the same browser", async () => {
    await lockWorkstation(mira);
    const answer = await visitAgain();
    const begun = request.cookies.get("console.oidc");
    const other = await lockWorkstation(mira);
    if (begun) request.cookies.set("console.oidc", begun);
    expect(problem(await finishOidcSignIn(answer))).toBe("expired");
    expect(logged.at(-1)).toMatchObject({ reason: "the session is locked no more" });
    expect(await findLockedSession(store.db, other.sessionId)).toMatchObject({ id: mira.id });
  });

  it("begins at a page of the console or an address that was typed, not at another site", async () => {
    const begin = (site: string) => {
      const headers = { "sec-fetch-site": site };
      return GET(new NextRequest("http://localhost:3000/api/auth/oidc", { headers }));
    };
    const refused = await begin("cross-site");
    expect([refused.status, refused.headers.get("location")]).toEqual([303, "/sign-in"]);
    expect(request.cookies.size).toBe(0);
    const begun = await begin("same-origin");
    expect(begun.headers.get("location")).toContain(`${provider.issuer}/authorize?`);
    expect(begun.headers.get("cache-control")).toBe("no-store");
  });

  it("leads back to a path of this console alone", async () => {
    provider.answer({ email: mira.email });
    expect(await finishOidcSignIn(await visit("https://evil.example/"))).toBe("/sign-in");
  });
});
