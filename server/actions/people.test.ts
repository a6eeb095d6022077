import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { beforeEach, expect, it, vi } from "vitest";
import { GET as personRoute } from "#app/api/console/people/[id]/route.ts";
import { GET as listRoute } from "#app/api/console/people/route.ts";
import { GET as rolesRoute } from "#app/api/console/roles/route.ts";
import { type BuiltInRole, roles } from "#lib/permissions.ts";
import { beginSession } from "#server/auth/session/sessions.ts";
import { addUser } from "#server/auth/users.ts";
import { describeStoresOnSqlite, type TestStore } from "#server/db/test-store.ts";
import * as people from "./people.ts";
import * as roleActions from "./roles.ts";

const secret = "0123456789abcdef0123456789abcdef";
const origin = "http://localhost:3000";
const password = "a long enough one";

/** What Next would give the action about the request it serves. */
const request = vi.hoisted(() => ({ headers: new Headers(), cookies: new Map<string, { value: string }>() }));
const current = vi.hoisted(() => ({ store: undefined as unknown }));
vi.mock("next/headers", () => ({
  headers: async () => request.headers,
  cookies: async () => request.cookies,
}));
vi.mock("#server/db/db.ts", async (original) => ({ ...(await original<object>()), db: () => current.store }));

vi.stubEnv("GATEWAY_URL", "http://127.0.0.1:4010/api/v2");
vi.stubEnv("GATEWAY_API_KEY", "key");
vi.stubEnv("GATEWAY_API_PIN", "pin");
vi.stubEnv("AUTH_SECRET", secret);
vi.stubEnv("CONSOLE_ORIGIN", origin);

describeStoresOnSqlite("the actions of the page People", (open) => {
  let store: TestStore;
  let target: string;
  beforeEach(async () => {
    store = await open();
    current.store = store.db;
    target = await add("target", "clerk");
    const role = { id: "r1", name: "Weekend", name_key: "weekend", rights: '["charge"]', limits: "{}" };
    await store.db
      .insertInto("roles")
      .values({ ...role, needs_second_step: 0, version: 1, changed_at: 1 })
      .execute();
  });

  async function add(name: string, role: BuiltInRole): Promise<string> {
    const added = await addUser(store.db, { email: `${name}@shop.test`, name, role, password });
    if (!added.ok) throw new Error(added.problem.message);
    return added.value.id;
  }

  async function signIn(role: BuiltInRole): Promise<void> {
    const id = await add(role, role);
    const sid = await beginSession(store.db, id);
    request.headers = new Headers({ origin, "x-console-user": id });
    request.cookies.clear();
    request.cookies.set("console.session", { value: await encode({ token: { sid }, secret }) });
  }

  const calls = (own: string): Record<keyof typeof people, () => Promise<{ ok: boolean }>> => {
    const one = { id: target, password: own };
    return {
      invitePerson: () =>
        people.invitePerson({ name: "Owen", email: "owen@shop.test", role: "clerk", password: own }),
      renewInvitation: () => people.renewInvitation(one),
      revokeInvitation: () => people.revokeInvitation(one),
      changeRole: () => people.changeRole({ ...one, role: "manager" }),
      disablePerson: () => people.disablePerson(one),
      enablePerson: () => people.enablePerson(one),
      unlockPerson: () => people.unlockPerson(one),
      resetSecondStep: () => people.resetSecondStep(one),
      endSessions: () => people.endSessions(one),
    };
  };
  const roleCalls = (own: string): Record<keyof typeof roleActions, () => Promise<{ ok: boolean }>> => {
    const form = {
      name: "Night",
      rights: ["charge" as const],
      limits: {},
      needsSecondStep: false,
      password: own,
    };
    const one = { id: "r1", version: 1 };
    return {
      createRole: () => roleActions.createRole(form),
      saveRole: () => roleActions.saveRole({ ...form, ...one }),
      deleteRole: () => roleActions.deleteRole({ ...one, password: own }),
    };
  };
  const allCalls = (own: string) => Object.entries({ ...calls(own), ...roleCalls(own) });
  const read = async () => {
    const tables = ["users", "invitations", "roles"] as const;
    return Promise.all(tables.map((table) => store.db.selectFrom(table).selectAll().execute()));
  };

  it("are for admins alone, also when called directly", async () => {
    for (const role of roles.filter((one) => one !== "admin")) {
      await signIn(role);
      const before = await read();
      for (const [name, call] of allCalls(password))
        expect([role, name, await call()]).toMatchObject([
          role,
          name,
          { problem: { message: expect.stringContaining("Ask an admin.") } },
        ]);
      expect(await read()).toEqual(before);
      const ask = (path: string) => new NextRequest(`${origin}/api/console/${path}`);
      expect((await listRoute(ask("people"), { params: Promise.resolve({}) })).status).toBe(403);
      expect((await rolesRoute(ask("roles"), { params: Promise.resolve({}) })).status).toBe(403);
      const params = Promise.resolve({ id: target });
      expect((await personRoute(ask(`people/${target}`), { params })).status).toBe(403);
    }
  });

  it("ask an admin for their own password each time", async () => {
    await signIn("admin");
    const before = await read();
    for (const [name, call] of allCalls("not the password"))
      expect([name, await call()]).toMatchObject([
        name,
        { problem: { fields: { password: expect.any(String) } } },
      ]);
    for (const [name, call] of allCalls(""))
      expect([name, await call()]).toMatchObject([name, { ok: false }]);
    expect(await read()).toEqual(before);
  });

  it("give the link of an invitation once, and keep it out of the audit log", async () => {
    await signIn("admin");
    const invited = await people.invitePerson({
      name: "Owen",
      email: "owen@shop.test",
      role: "clerk",
      password,
    });
    if (!invited.ok) throw new Error(invited.problem.message);
    const { link } = invited.value;
    expect(invited.value).toMatchObject({ email: "owen@shop.test", isMailed: null });
    expect(link).toMatch(/^http:\/\/localhost:3000\/invite\/[0-9a-f]{64}$/);
    const kept = JSON.stringify([
      ...(await read()),
      await store.db.selectFrom("audit_events").selectAll().execute(),
    ]);
    expect(kept).not.toContain(link.split("/").at(-1));
  });
});
