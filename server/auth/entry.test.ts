import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { beforeEach, expect, it, vi } from "vitest";
import type { Role } from "#lib/permissions.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { RefusedBody } from "#server/read-body.ts";
import { route } from "#server/route.ts";
import { requireUser } from "./require-user.ts";
import { beginSession, revokeSession, SESSION_IDLE_MS } from "./sessions.ts";
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
vi.mock("#server/log.ts", () => ({ log: { error: () => {} } }));

vi.stubEnv("GATEWAY_URL", "http://127.0.0.1:4010/api/v2");
vi.stubEnv("GATEWAY_API_KEY", "key");
vi.stubEnv("GATEWAY_API_PIN", "pin");
vi.stubEnv("AUTH_SECRET", secret);

describeStores("the door", (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    current.store = store.db;
    request.headers = new Headers({ "x-console-path": "/batches?opened=today" });
    request.cookies.clear();
  });

  const begunAt = Date.now() - SESSION_IDLE_MS / 2;
  async function signIn(role: Role): Promise<string> {
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
    await expect(requireUser("charge")).rejects.toThrow("redirected to /no-access?right=charge");
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
    const status = async (writes: boolean, pageUser?: string) => {
      request.headers = new Headers({ origin: "http://localhost:3000" });
      if (pageUser) request.headers.set("x-console-user", pageUser);
      return (await ask({ right: "viewBatches", writes }, handle)).status;
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
      (await ask({ right: "export", person: true }, handle, { "sec-fetch-site": site })).status;
    expect([await status("cross-site"), await status("same-site")]).toEqual([403, 403]);
    expect(handle).not.toHaveBeenCalled();
    expect([await status("same-origin"), await status("none")]).toEqual([200, 200]);
  });

  it("refuses a write from another origin before it reads the session", async () => {
    const handle = vi.fn(async () => ({}));
    request.headers = new Headers({ origin: "https://elsewhere.test" });
    expect((await ask({ right: "viewBatches", writes: true }, handle)).status).toBe(403);
    expect(handle).not.toHaveBeenCalled();
  });

  it("counts a write as user activity and answers an invalid body with its status", async () => {
    const sid = await signIn("clerk");
    const { id } = await store.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    request.headers = new Headers({ origin: "http://localhost:3000", "x-console-user": id });
    const answer = await ask({ right: "viewBatches", writes: true }, async () => {
      throw new RefusedBody(413, "At most 1 KiB are read.");
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
    await ask({ right: "viewBatches", person: true });
    expect(await hasActed(sid)).toBe(true);
  });

  it("does not reveal an internal error to the caller of a route handler", async () => {
    await signIn("clerk");
    const answer = await ask({ right: "viewBatches" }, async () => {
      throw new Error("pin 9911");
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("9911");
  });
});
