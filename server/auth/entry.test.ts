import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type BuiltInRole, roles } from "#lib/permissions.ts";
import type { PasskeyAnswer } from "#lib/session/passkey.ts";
import { describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import { env } from "#server/env.ts";
import { RefusedBodyError } from "#server/read-body.ts";
import { route } from "#server/route.ts";
import { confirmSecret, pendingSecret } from "./factors/second-factor.ts";
import { totpCode } from "./factors/totp.ts";
import { beginAssertion } from "./passkeys/check-passkey.ts";
import { beginRegistration, finishRegistration } from "./passkeys/register.ts";
import { newAuthenticator } from "./passkeys/test-authenticator.ts";
import { requireProof } from "./require-proof.ts";
import { requireUser } from "./require-user.ts";
import { beginSession, revokeSession } from "./session/sessions.ts";
import { addUser } from "./users.ts";

const secret = "0123456789abcdef0123456789abcdef";

/** The request as Next shows it to a page or route handler. */
const request = vi.hoisted(() => ({ headers: new Headers(), cookies: new Map<string, { value: string }>() }));
const current = vi.hoisted(() => ({ store: undefined as unknown }));
vi.mock("next/headers", () => ({
  headers: async () => request.headers,
  cookies: async () => request.cookies,
}));
vi.mock("next/navigation", () => ({
  redirect: (path: string) => {
    throw new Error(`redirected to ${path}`);
  },
}));
vi.mock("#server/db/db.ts", async (original) => ({ ...(await original<object>()), db: () => current.store }));
const logged = vi.hoisted(() => [] as { reference?: string }[]);
vi.mock("#server/log.ts", () => ({
  log: { error: (entry: { reference?: string }) => logged.push(entry) },
}));

vi.stubEnv("GATEWAY_URL", "http://127.0.0.1:4010/api/v2");
vi.stubEnv("GATEWAY_API_KEY", "key");
vi.stubEnv("GATEWAY_API_PIN", "pin");
vi.stubEnv("AUTH_SECRET", secret);

describeStoresOnSqlite("entry", (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    current.store = store.db;
    request.headers = new Headers({ "x-console-path": "/batches?opened=today" });
    request.cookies.clear();
  });

  const begunAt = Date.now() - 5 * 60_000;
  async function signIn(role: BuiltInRole): Promise<string> {
    const person = { email: `${role}@shop.test`, name: role, role, password: "a long enough one" };
    const added = await addUser(store.db, person);
    if (!added.ok) throw new Error(added.problem.message);
    const sid = await beginSession(store.db, added.value.id, begunAt);
    request.cookies.set("console.session", { value: await encode({ token: { sid }, secret }) });
    return sid;
  }

  async function hasActed(sid: string): Promise<boolean> {
    const row = await store.db
      .selectFrom("sessions")
      .select("last_action_at")
      .where("id", "=", sid)
      .executeTakeFirstOrThrow();
    return row.last_action_at > begunAt;
  }

  const ask = (
    options: Parameters<typeof route>[0],
    handle: () => Promise<unknown> = async () => ({ total: 1 }),
    headers: Record<string, string> = {},
  ) =>
    route(options, handle)(new NextRequest("http://localhost:3000/api/console/x", { headers }), {
      params: Promise.resolve({}),
    });

  it("redirects a signed-out visitor to the sign-in page and back", async () => {
    await expect(requireUser()).rejects.toThrow("redirected to /sign-in?from=%2Fbatches%3Fopened%3Dtoday");
  });

  it("redirects a bookkeeper from the charge page to the no-access page", async () => {
    await signIn("bookkeeper");
    await expect(requireUser("charge")).rejects.toThrow(
      "redirected to /no-access?right=charge&page=%2Fbatches",
    );
  });

  it("records refused access by whom and to what, but not of a prefetch", async () => {
    await signIn("bookkeeper");
    request.headers.set("next-router-prefetch", "1");
    await expect(requireUser("charge")).rejects.toThrow("redirected");
    request.headers.delete("next-router-prefetch");
    await expect(requireUser("charge")).rejects.toThrow("redirected");
    expect((await ask({ right: "charge" })).status).toBe(403);
    expect((await ask({ right: "managePeople" })).status).toBe(403);
    const rows = await store.db
      .selectFrom("audit_events")
      .select(["user_name", "data"])
      .where("name", "=", "access.refused")
      .execute();
    const refused = (right: string) => ({ user_name: "bookkeeper", data: JSON.stringify({ right }) });
    // The same within a minute is recorded once.
    expect(rows).toEqual([refused("Take payments"), refused("Invite people and change what they may do")]);
  });

  it("counts opening a page as user activity, but not a prefetch", async () => {
    const sid = await signIn("clerk");
    request.headers.set("next-router-prefetch", "1");
    expect(await requireUser("charge")).toMatchObject({ role: "clerk", sessionId: sid });
    expect(await hasActed(sid)).toBe(false);
    request.headers.delete("next-router-prefetch");
    await requireUser("charge");
    expect(await hasActed(sid)).toBe(true);
  });

  it("answers a route handler with 401 without a session, 403 without the right, and never from a cache", async () => {
    const handle = vi.fn(async () => ({}));
    expect((await ask({ right: "viewBatches" }, handle)).status).toBe(401);
    const sid = await signIn("bookkeeper");
    const forbidden = await ask({ right: "charge" }, handle);
    expect(forbidden.status).toBe(403);
    expect(await forbidden.json()).toMatchObject({
      kind: "refused",
      message: expect.stringContaining("Take payments"),
    });
    await revokeSession(store.db, sid);
    expect((await ask({ right: "viewBatches" }, handle)).status).toBe(401);
    expect(handle).not.toHaveBeenCalled();
    expect(forbidden.headers.get("cache-control")).toBe("no-store");
  });

  it("refuses reads and writes from another user's page, and writes that name no user", async () => {
    const handle = vi.fn(async () => ({}));
    await signIn("clerk");
    const status = async (isWrite: boolean, pageUser?: string) => {
      request.headers = new Headers({ origin: "http://localhost:3000" });
      if (pageUser) request.headers.set("x-console-user", pageUser);
      return (await ask({ right: "viewBatches", isWrite }, handle)).status;
    };
    expect([await status(false, "another"), await status(true, "another"), await status(true)]).toEqual([
      409, 409, 409,
    ]);
    expect(handle).not.toHaveBeenCalled();
    expect(await status(false)).toBe(200);
  });

  it("refuses what a page of another site asks for, also a read, and answers an address that was typed", async () => {
    const handle = vi.fn(async () => ({}));
    await signIn("manager");
    const status = async (site: string) =>
      (await ask({ right: "export", keepsSessionAlive: true }, handle, { "sec-fetch-site": site })).status;
    expect([await status("cross-site"), await status("same-site")]).toEqual([403, 403]);
    expect(handle).not.toHaveBeenCalled();
    expect([await status("same-origin"), await status("none")]).toEqual([200, 200]);
  });

  it("refuses a write from another origin before it reads the session", async () => {
    const handle = vi.fn(async () => ({}));
    request.headers = new Headers({ origin: "https://elsewhere.test" });
    expect((await ask({ right: "viewBatches", isWrite: true }, handle)).status).toBe(403);
    expect(handle).not.toHaveBeenCalled();
  });

  it("counts a write as user activity and answers an invalid body with its status", async () => {
    const sid = await signIn("clerk");
    const { id } = await store.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    request.headers = new Headers({ origin: "http://localhost:3000", "x-console-user": id });
    const answer = await ask({ right: "viewBatches", isWrite: true }, async () => {
      throw new RefusedBodyError(413, "At most 1 KiB are read.");
    });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { kind: "refused", message: "At most 1 KiB are read." },
    ]);
    expect(await hasActed(sid)).toBe(true);
  });

  it("lets the session of a polling page go idle", async () => {
    const sid = await signIn("clerk");
    const answer = await ask({ right: "viewBatches" });
    expect([answer.status, await answer.json()]).toEqual([200, { total: 1 }]);
    expect(await hasActed(sid)).toBe(false);
    await ask({ right: "viewBatches", keepsSessionAlive: true });
    expect(await hasActed(sid)).toBe(true);
  });

  it("locks the session of a user who did nothing for fifteen minutes, even while their page polls", async () => {
    const sid = await signIn("clerk");
    const idle = (ms: number) =>
      store.db
        .updateTable("sessions")
        .set({ last_action_at: Date.now() - ms })
        .where("id", "=", sid)
        .execute();
    await idle(15 * 60_000 - 5000);
    expect((await ask({ right: "viewBatches" })).status).toBe(200);
    await idle(15 * 60_000);
    const locked = await ask({ right: "viewBatches" });
    expect([locked.status, await locked.json()]).toEqual([
      401,
      {
        kind: "refused",
        message: "This workstation is locked. Nothing was done. Unlock it, then repeat this.",
      },
    ]);
    expect((await ask({ right: "locked" })).status).toBe(200);
    await expect(requireUser()).rejects.toThrow("redirected to /sign-in");
  });

  it("asks for the password again before a sensitive act when it was given five minutes ago", async () => {
    await signIn("manager");
    const needed = { ok: false, problem: { fields: { password: "Enter your password." } } };
    expect(await requireProof(await requireUser(), undefined)).toMatchObject(needed);
    expect(await requireProof(await requireUser(), "not the password")).toMatchObject({
      ok: false,
      problem: { fields: { password: "This is not your password." } },
    });
    expect(await requireProof(await requireUser(), undefined)).toMatchObject(needed);
    expect(await requireProof(await requireUser(), "a long enough one")).toMatchObject({ ok: true });
    expect(await requireProof(await requireUser(), undefined)).toMatchObject({ ok: true });
  });

  it("takes a passkey in place of the password, for the session that asked and of its own user alone", async () => {
    const party = { id: "localhost", name: "Shop", origin: "http://localhost:3000" };
    const key = newAuthenticator({ origin: party.origin, rpId: party.id });
    await signIn("manager");
    const user = await requireUser();
    const added = await beginRegistration(store.db, user, { party, sessionId: user.sessionId });
    if (!added.ok) throw new Error(added.problem.message);
    const response = key.register({ challenge: added.value.challenge });
    const { sessionId } = user;
    const done = await finishRegistration(store.db, user, { response, name: "Key", party, sessionId });
    if (!done.ok) throw new Error(done.problem.message);
    const sid = done.value.sessionId;
    request.cookies.set("console.session", { value: await encode({ token: { sid }, secret }) });
    const sign = async (holder: string, userId: string) => {
      const asked = await beginAssertion(store.db, { party, purpose: "proof", holder, userId });
      if (!asked.ok) throw new Error(asked.problem.message);
      return key.sign({ challenge: asked.value.challenge });
    };
    const prove = async (answer: PasskeyAnswer) => requireProof(await requireUser(), answer);
    expect(await prove(await sign("another session", user.id))).toMatchObject({ ok: false });
    const answer = await sign(sid, user.id);
    expect(await prove(answer)).toMatchObject({ ok: true });
    expect(await prove(answer)).toMatchObject({
      ok: false,
      problem: { message: "This passkey didn't work. Try again, or enter your password." },
    });
    // A colleague's passkey at this workstation.
    await signIn("admin");
    const other = await requireUser();
    expect(await prove(await sign(other.sessionId, other.id))).toMatchObject({ ok: false });
  });

  it("lets a role that needs a second step do nothing before it is set up", async () => {
    await signIn("manager");
    const given = env().mfaRoles;
    Object.assign(env(), { mfaRoles: ["manager"] });
    onTestFinished(() => void Object.assign(env(), { mfaRoles: given }));
    const refused = await ask({ right: "viewBatches" });
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { kind: "refused", message: expect.stringContaining("Your role needs a second step") },
    ]);
    await expect(requireUser()).rejects.toThrow(
      "redirected to /second-step?from=%2Fbatches%3Fopened%3Dtoday",
    );
    expect((await ask({ right: "enroll" })).status).toBe(200);
    const { id, name } = await store.db.selectFrom("users").select(["id", "name"]).executeTakeFirstOrThrow();
    const code = totpCode(await pendingSecret(store.db, id), Date.now());
    const confirmed = await confirmSecret(store.db, { id, name }, code);
    if (!confirmed.ok) throw new Error(confirmed.problem.message);
    const sid = confirmed.value.sessionId;
    request.cookies.set("console.session", { value: await encode({ token: { sid }, secret }) });
    expect((await ask({ right: "viewBatches" })).status).toBe(200);
  });

  it("asks a custom role for a second step by its own switch, or once every built-in role needs one", async () => {
    await signIn("clerk");
    const role = { id: "r1", name: "Night", name_key: "night", rights: '["viewBatches"]', limits: "{}" };
    await store.db
      .insertInto("roles")
      .values({ ...role, needs_second_step: 0, version: 1, changed_at: 1 })
      .execute();
    await store.db.updateTable("users").set({ role: "r1" }).execute();
    expect((await ask({ right: "viewBatches" })).status).toBe(200);
    expect((await ask({ right: "charge" })).status).toBe(403);
    const given = env().mfaRoles;
    Object.assign(env(), { mfaRoles: roles });
    onTestFinished(() => void Object.assign(env(), { mfaRoles: given }));
    expect((await ask({ right: "viewBatches" })).status).toBe(401);
    Object.assign(env(), { mfaRoles: given });
    await store.db.updateTable("roles").set({ needs_second_step: 1 }).execute();
    expect((await ask({ right: "viewBatches" })).status).toBe(401);
  });

  it("does not reveal an internal error to the caller of a route handler", async () => {
    await signIn("clerk");
    const answer = await ask({ right: "viewBatches" }, async () => {
      throw new Error("pin 9911");
    });
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).not.toContain("9911");
    // The number that the person reports finds the line in the log.
    expect(text).toContain(`report the number ${logged.at(-1)?.reference}.`);
    expect(logged.at(-1)?.reference).toMatch(/^[0-9a-f]{8}$/);
  });
});
