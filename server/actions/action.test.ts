import { encode } from "next-auth/jwt";
import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { cardNumberProblem } from "#lib/card-data/card-detector.ts";
import { keysOf } from "#lib/keys-of.ts";
import { allRights, type BuiltInRole, customRights, may, rights, roles } from "#lib/permissions.ts";
import { ok } from "#lib/result.ts";
import { beginSession, revokeSession } from "#server/auth/session/sessions.ts";
import { addUser } from "#server/auth/users.ts";
import { probeStore } from "#server/db/probe-store.ts";
import { withoutWrites } from "#server/db/test-no-writes.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { action, publicAction } from "./action.ts";

const secret = "0123456789abcdef0123456789abcdef";
const origin = "http://localhost:3000";
const minuteMs = 60_000;

/** What Next would give the action about the request it serves. */
const request = vi.hoisted(() => ({ headers: new Headers(), cookies: new Map<string, { value: string }>() }));
const current = vi.hoisted(() => ({ store: undefined as unknown }));
vi.mock("next/headers", () => ({
  headers: async () => request.headers,
  cookies: async () => request.cookies,
}));
vi.mock("#server/db/db.ts", async (original) => ({ ...(await original<object>()), db: () => current.store }));

const logged = vi.hoisted(() => [] as unknown[]);
vi.mock("#server/log.ts", () => ({ log: { error: (...entry: unknown[]) => logged.push(entry) } }));

vi.stubEnv("GATEWAY_URL", "http://127.0.0.1:4010/api/v2");
vi.stubEnv("GATEWAY_API_KEY", "key");
vi.stubEnv("GATEWAY_API_PIN", "pin");
vi.stubEnv("AUTH_SECRET", secret);
vi.stubEnv("CONSOLE_ORIGIN", origin);

const Input = z.object({
  amount: z.string().regex(/^\d+\.\d\d$/, "An amount such as 42.50"),
  billing: z.object({ zip: z.string().max(5, "Five digits") }),
});
const input = { amount: "42.50", billing: { zip: "97205" } };

describeStores("a server action", (open, onSqlite) => {
  let store: TestStore;
  const run = vi.fn(async () => ok("done"));
  beforeEach(async () => {
    store = await open();
    current.store = store.db;
    run.mockClear();
    logged.length = 0;
    request.headers = new Headers({ origin });
    request.cookies.clear();
  });

  async function signIn(role: BuiltInRole, startedAt = Date.now()): Promise<string> {
    const added = await addUser(store.db, {
      email: `${role}@shop.test`,
      name: role,
      role,
      password: "a long enough one",
    });
    if (!added.ok) throw new Error(added.problem.message);
    const sid = await beginSession(store.db, added.value.id, startedAt);
    request.cookies.set("console.session", { value: await encode({ token: { sid }, secret }) });
    request.headers.set("x-console-user", added.value.id);
    return sid;
  }

  const refund = (raw: unknown = input) =>
    action({ right: "refund", input: Input }, run)(raw as typeof input); // a browser sends what it likes

  onSqlite("runs for someone signed in who has the right, from a page of the console", async () => {
    await signIn("manager");
    expect(await refund()).toEqual({ ok: true, value: "done" });
    expect(run).toHaveBeenCalledWith(
      expect.objectContaining({ email: "manager@shop.test", role: "manager" }),
      input,
    );
  });

  it.each([
    ["another site", "https://evil.example"],
    ["another port of this machine", "http://localhost:3001"],
    ["a sandboxed frame", "null"],
    ["nowhere", undefined],
  ])("does not run when it is sent from %s", async (_, from) => {
    await signIn("manager");
    request.headers.set("host", "evil.example");
    request.headers.set("x-forwarded-host", "evil.example");
    request.headers.delete("origin");
    if (from) request.headers.set("origin", from);
    expect(await refund()).toMatchObject({ ok: false, problem: { kind: "refused" } });
    expect(run).not.toHaveBeenCalled();
  });

  it.each([
    [{ note: "card 4000 1000 1111 2224" }, "note"],
    [{ lines: [{ text: "" }, { text: "4000100011112224" }] }, "lines.1.text"],
    [{ numbers: ["4000100011112224"], note: "%B4000100011112224^A/B^2812?" }, "note"],
  ])("refuses a card number in any text of its input but the fields for it: %j", async (values, field) => {
    await signIn("manager");
    const any = { right: "refund", input: z.looseObject({}), numberFields: /^numbers\.\d+$/ } as const;
    const refused = await action(any, run)(values);
    expect(refused).toMatchObject({ ok: false, problem: { fields: { [field]: cardNumberProblem } } });
    expect(run).not.toHaveBeenCalled();
    const id = "4000100011112224".repeat(3) + "a".repeat(16);
    const fine = { numbers: ["4000100011112224"], password: "4000100011112224", digest: id };
    expect(await action(any, run)(fine)).toEqual({ ok: true, value: "done" });
  });

  it("gives the reasons of the first hundred fields, of any number that are wrong", async () => {
    await signIn("manager");
    const many = z.looseObject({}).superRefine((_, context) => {
      for (let n = 0; n < 5000; n++) context.addIssue({ code: "custom", path: [`f${n}`], message: "wrong" });
    });
    const refused = await action({ right: "refund", input: many }, run)({});
    if (refused.ok) throw new Error("it ran");
    expect(Object.keys(("fields" in refused.problem && refused.problem.fields) || {})).toHaveLength(100);
    expect(run).not.toHaveBeenCalled();
  });

  it("does not run from a page made for someone else, and names both people", async () => {
    await signIn("clerk");
    const clerk = request.headers.get("x-console-user") ?? "";
    await signIn("manager");
    request.headers.set("x-console-user", clerk);
    expect(await refund()).toEqual({
      ok: false,
      problem: {
        kind: "refused",
        message:
          "This page was opened by clerk. You are now signed in as manager. Nothing was done. Reload to continue.",
      },
    });
    expect(run).not.toHaveBeenCalled();
  });

  it.each([
    ["names no user", undefined],
    ["names an unknown user", "0f0f"],
  ])("does not run from a page that %s", async (_, pageUser) => {
    await signIn("manager");
    request.headers.delete("x-console-user");
    if (pageUser) request.headers.set("x-console-user", pageUser);
    expect(await refund()).toMatchObject({
      problem: {
        message: expect.stringMatching(/^This page was opened by someone else\..*Nothing was done\./),
      },
    });
    expect(run).not.toHaveBeenCalled();
  });

  onSqlite("runs from a page of someone who signed out and in again", async () => {
    await revokeSession(store.db, await signIn("manager"));
    const userId = request.headers.get("x-console-user") ?? "";
    const sid = await beginSession(store.db, userId);
    request.cookies.set("console.session", { value: await encode({ token: { sid }, secret }) });
    expect(await refund()).toEqual({ ok: true, value: "done" });
  });

  onSqlite(
    "does not run for a clerk where the table of rights says manager, and says whom to ask",
    async () => {
      await signIn("clerk");
      const result = await refund();
      expect(result).toMatchObject({
        ok: false,
        problem: { message: expect.stringContaining("a manager or an admin") },
      });
      expect(run).not.toHaveBeenCalled();
    },
  );

  it("does not run without a session, with a forged one, or with one that was ended", async () => {
    expect(await refund()).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("signed out") },
    });
    const sid = await signIn("manager");
    const forged = await encode({ token: { sid }, secret: secret.replaceAll("0", "1") });
    const real = request.cookies.get("console.session");
    request.cookies.set("console.session", { value: forged });
    expect(await refund()).toMatchObject({ ok: false });
    request.cookies.set("console.session", real ?? { value: "" });
    await revokeSession(store.db, sid);
    expect(await refund()).toMatchObject({ ok: false });
    expect(run).not.toHaveBeenCalled();
  });

  it("does not run when the input is wrong, and names each field", async () => {
    await signIn("manager");
    const result = await refund({ amount: "lots", billing: { zip: "972055555" } });
    expect(result).toMatchObject({
      problem: { fields: { amount: "An amount such as 42.50", "billing.zip": "Five digits" } },
    });
    expect(run).not.toHaveBeenCalled();
  });

  it("keeps the session of the person who uses it from going idle", async () => {
    const sid = await signIn("manager", Date.now() - 10 * minuteMs);
    await refund();
    const row = await store.db
      .selectFrom("sessions")
      .select("last_action_at")
      .where("id", "=", sid)
      .executeTakeFirstOrThrow();
    expect(Date.now() - row.last_action_at).toBeLessThan(minuteMs);
  });

  it("never calls an exception a refusal where money may have moved", async () => {
    await signIn("manager");
    const breaks = async () => {
      throw new Error("connection lost");
    };
    await expect(action({ right: "refund", input: Input }, breaks)(input)).rejects.toThrow(
      /^An action broke/,
    );
    const result = await action({ right: "refund", input: Input, isRepeatable: true }, breaks)(input);
    expect(result).toMatchObject({
      ok: false,
      problem: { message: expect.stringMatching(/^Something went wrong on our side/) },
    });
    expect(JSON.stringify(result)).not.toContain("connection lost");
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain(input.billing.zip);
  });

  it("says that the store takes no writes, and that nothing was charged only where that is certain", async () => {
    await signIn("manager", Date.now() - 10 * minuteMs);
    const { db, trouble } = await withoutWrites(store);
    current.store = db;
    const words = {
      full: "The console's disk is full.",
      readOnly: "The console can't write to its database.",
    }[trouble];
    const breaks = async () => {
      await probeStore(db);
      return ok("done");
    };
    const money = (hasDoneNothing?: () => Promise<boolean>) =>
      action({ right: "refund", input: Input, ...(hasDoneNothing && { hasDoneNothing }) }, breaks)(input);
    expect(await money(async () => true)).toEqual({
      ok: false,
      problem: { kind: "refused", message: `${words} Nothing was charged. Tell your administrator.` },
    });
    const fails = async () => {
      throw new Error("cannot be read either");
    };
    for (const unsure of [undefined, async () => false, fails])
      await expect(money(unsure)).rejects.toThrow(/^An action broke/);
    expect(await action({ right: "refund", input: Input, isRepeatable: true }, breaks)(input)).toMatchObject({
      problem: { message: `${words} This was not saved. Tell your administrator.` },
    });
  });

  it("for anybody still refuses a foreign page, wrong input and card numbers, and asks for no session", async () => {
    const anybody = (raw: unknown = input) => publicAction({ input: Input }, run)(raw as typeof input); // a browser sends what it likes
    expect(await anybody()).toEqual({ ok: true, value: "done" });
    run.mockClear();
    expect(await anybody({})).toMatchObject({ ok: false, problem: { fields: expect.any(Object) } });
    const looseInput = z.looseObject({});
    const carded = await publicAction({ input: looseInput }, run)({ name: "4000 1000 1111 2224" });
    expect(carded).toMatchObject({ ok: false, problem: { fields: { name: cardNumberProblem } } });
    request.headers.set("origin", "https://evil.example");
    expect(await anybody()).toMatchObject({ ok: false });
    expect(run).not.toHaveBeenCalled();
  });

  onSqlite("follows the table of rights for every role and right", async () => {
    for (const role of roles) {
      await signIn(role);
      for (const right of keysOf(rights)) {
        const result = await action({ right, input: Input }, run)(input);
        expect([role, right, result.ok]).toEqual([role, right, may(role, right)]);
      }
    }
  });

  onSqlite("follows the single rights of a custom role, from the request after their change on", async () => {
    await signIn("admin");
    const names = { id: "r1", name: "Only one", name_key: "only one" };
    await store.db
      .insertInto("roles")
      .values({ ...names, rights: "[]", limits: "{}", needs_second_step: 0, version: 1, changed_at: 1 })
      .execute();
    await store.db.updateTable("users").set({ role: names.id }).execute();
    for (const only of customRights) {
      await store.db
        .updateTable("roles")
        .set({ rights: JSON.stringify([only]) })
        .execute();
      for (const right of allRights) {
        const result = await action({ right, input: Input }, run)(input);
        expect([only, right, result.ok]).toEqual([only, right, only === right]);
      }
    }
  });
});
