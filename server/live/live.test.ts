import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Role, roleName } from "#lib/permissions.ts";
import { type NewAuditEvent, recordAlone } from "#server/audit/record.ts";
import { saveRole } from "#server/auth/roles/change-roles.ts";
import { findRole } from "#server/auth/roles/read-roles.ts";
import { form, setUpRoles } from "#server/auth/roles/test-roles.ts";
import {
  beginSession,
  findSession,
  revokeSession,
  type SignedInUser,
  setLock,
} from "#server/auth/session/sessions.ts";
import { addUser } from "#server/auth/users.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { readFamilies } from "#server/metrics/registry.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { keepEvent } from "#server/webhooks/store.ts";
import { eventBody } from "#server/webhooks/test-inbox.ts";
import { toNewEvent } from "#server/webhooks/to-new-event.ts";
import { openLive } from "./feed.ts";
import { openStreams } from "./open-streams.ts";
import { readPosition } from "./read-changes.ts";

const place = vi.hoisted(() => ({ databaseUrl: undefined as string | undefined }));
vi.mock("next/headers", () => ({}));
vi.mock("#server/env.ts", async (original) => {
  const module = await original<typeof import("#server/env.ts")>();
  return { ...module, env: () => ({ ...module.env(), databaseUrl: place.databaseUrl }) };
});
applyTestSettings();

/** What a page learns, and how long after it was opened. */
type Heard = { event: string; data: Record<string, string[]>; id: number | undefined; at: number };

describeStores("the live channel", (open, onSqlite) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    useStore(store.db);
    place.databaseUrl = store.settings.databaseUrl;
  });
  afterEach(async () => {
    for (const stream of openStreams()) stream.end("stopped");
    // The feed ends with its last stream.
    await delay(400);
  });

  async function signIn(role: Role, name: string = roleName(role)): Promise<SignedInUser> {
    const added = await addUser(store.db, {
      email: `${name}@shop.test`,
      name,
      role,
      password: "a long enough one",
    });
    if (!added.ok) throw new Error(added.problem.message);
    const user = await findSession(store.db, await beginSession(store.db, added.value.id));
    if (!user) throw new Error("The session is not good.");
    return user;
  }

  async function listen(user: SignedInUser, after?: number) {
    const stream = await openLive(user, after ?? (await readPosition()));
    if (!stream) throw new Error("no stream");
    const heard: Heard[] = [];
    const state = { isOver: false };
    const reading = (async () => {
      let text = "";
      for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
        const parts = `${text}${chunk}`.split("\n\n");
        text = parts.pop() ?? "";
        for (const part of parts) if (part.includes("event: ")) heard.push(toHeard(part));
      }
      state.isOver = true;
    })();
    const named = (topic: string) => heard.filter(({ data }) => topic in data);
    // What it may have missed before is reported at once.
    await vi.waitFor(() => expect(state.isOver || user.role === "auditor" || heard.length > 0).toBe(true));
    heard.length = 0;
    return { heard, named, state, reading };
  }

  const payment = (subject: string): NewAuditEvent => ({ name: "payment.recorded", by: "console", subject });
  const within = (check: () => void) => vi.waitFor(check, { timeout: 1000, interval: 5 });

  it("reports a payment to every page within a second, also of one in another process", async () => {
    const users = [await signIn("manager"), await signIn("clerk")] as const;
    const [one, two] = [await listen(users[0]), await listen(users[1])];
    const took: number[] = [];
    for (const from of [store.db, store.another()]) {
      const before = [one, two].map(({ named }) => named("payments").length);
      const at = performance.now();
      await recordAlone(from, payment("a1"));
      await within(() =>
        expect([one, two].map(({ named }) => named("payments").length)).toEqual(before.map((n) => n + 1)),
      );
      took.push(Math.round(performance.now() - at));
    }
    const child = fork(new URL("./test-payment-process.ts", import.meta.url), [], {
      env: {
        ...process.env,
        DATA_DIR: store.settings.dataDir,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      },
    });
    const exit = once(child, "exit");
    const [{ at }] = (await once(child, "message")) as [{ at: number }, unknown];
    await within(() => expect(one.named("payments")).toHaveLength(3));
    took.push((one.named("payments").at(-1)?.at ?? 0) - at);
    expect((await exit)[0]).toBe(0);
    console.info(`reported after ${took.join(", ")} ms (here, by another connection, by another process)`);
    expect(Math.max(...took)).toBeLessThan(1000);
  });

  it("reports to a page only topics its user may read, and nothing but topics and ids", async () => {
    const users = [await signIn("admin"), await signIn("clerk"), await signIn("auditor")] as const;
    const [admin, clerk, auditor] = [await listen(users[0]), await listen(users[1]), await listen(users[2])];
    const by = { id: "u1", name: "Tobias Lindqvist" };
    await recordAlone(
      store.db,
      { name: "user.roleChanged", by, subject: "u2", fields: { from: "clerk", to: "manager" } },
      { ...payment("a2"), fields: { cents: 7113, payer: "Visa ending 2224" } } as NewAuditEvent,
      { name: "day.signed", by, subject: "2026-11-24", fields: { number: 1 } },
    );
    await within(() => expect(admin.named("people")).toHaveLength(1));
    await within(() => expect(clerk.named("payments")).toHaveLength(1));
    expect(Object.keys(admin.named("people")[0]?.data ?? {}).sort()).toEqual([
      "dayEnd",
      "payments",
      "people",
      "transactions",
    ]);
    expect(Object.keys(clerk.named("payments")[0]?.data ?? {}).sort()).toEqual(["payments", "transactions"]);
    expect(auditor.heard).toEqual([]);
    const heard = JSON.stringify([admin.heard, clerk.heard]);
    for (const secret of ["7113", "Visa", "Tobias", "manager"]) expect(heard).not.toContain(secret);
  });

  it("reports to a page that comes back what it missed, and says so when that is too much to list", async () => {
    const user = await signIn("manager");
    const before = await readPosition();
    await recordAlone(store.db, payment("a3"), { name: "drawer.opened", by: "console", subject: "1" });
    const stream = await openLive(user, before);
    const first = await readOne(stream?.body);
    expect(Object.keys(first.data).sort()).toEqual([
      "attention",
      "drawer",
      "payments",
      "transactions",
      "webhooks",
    ]);
    expect(first.id).toBe(before + 2);
    expect((await readOne((await openLive(user, before + 2))?.body)).data).toEqual({
      attention: [],
      webhooks: [],
    });
    await recordAlone(store.db, ...Array.from({ length: 1001 }, (_, at) => payment(`m${at}`)));
    expect((await readOne((await openLive(user, before))?.body)).event).toBe("gap");
    // A position of another store, and none.
    expect((await readOne((await openLive(user, 1_000_000))?.body)).event).toBe("gap");
    expect((await readOne((await openLive(user, undefined))?.body)).event).toBe("gap");
  });

  onSqlite(
    "reports transactions to a page that opens soon after an event, which its page may lack",
    async () => {
      const user = await signIn("manager");
      await keepEvent(toNewEvent(Buffer.from(eventBody({})), Date.now()));
      const topics = ["attention", "transactions", "webhooks"];
      const opened = await openLive(user, await readPosition());
      expect(Object.keys((await readOne(opened?.body)).data).sort()).toEqual(topics);
    },
  );

  it("ends within a second when the session is ended, locked or given another role", async () => {
    const users = [
      await signIn("clerk", "ended"),
      await signIn("clerk", "locked"),
      await signIn("clerk", "disabled"),
      await signIn("clerk", "promoted"),
    ];
    const manager = await signIn("manager");
    const [ended, locked, disabled, promoted] = users;
    const listening = await Promise.all(users.map((user) => listen(user)));
    const other = await listen(manager);
    if (!ended || !locked || !disabled || !promoted) throw new Error("missing");
    await revokeSession(store.db, ended.sessionId);
    await setLock(store.db, locked, true);
    await store.db.updateTable("users").set({ disabled: 1 }).where("id", "=", disabled.id).execute();
    await store.db.updateTable("users").set({ role: "manager" }).where("id", "=", promoted.id).execute();
    await within(() => expect(listening.map(({ state }) => state.isOver)).toEqual([true, true, true, true]));
    for (const { heard } of listening) expect(heard.at(-1)?.event).toBe("session");
    expect(other.state.isOver).toBe(false);
  });

  onSqlite(
    "stays open for a custom role, and ends within a second when that role has other rights",
    async () => {
      const { create, helen } = await setUpRoles(store);
      const id = await create();
      const role = await findRole(store.db, id);
      if (!role) throw new Error("missing");
      const page = await listen(await signIn(role, "senior"));
      await delay(1200);
      expect(page.state.isOver).toBe(false);
      await saveRole(store.db, helen, { ...form, id, version: 1, name: "Head clerk" });
      await recordAlone(store.db, payment("a7"));
      await within(() => expect(page.named("payments")).toHaveLength(1));
      await delay(600);
      expect(page.state.isOver).toBe(false);
      const less = { rights: JSON.stringify(["charge"]) };
      await store.db.updateTable("roles").set(less).where("id", "=", id).execute();
      await within(() => expect(page.state.isOver).toBe(true));
      expect(page.heard.at(-1)?.event).toBe("session");
    },
  );

  onSqlite("does not keep a session from going idle", async () => {
    const user = await signIn("clerk");
    await listen(user);
    await recordAlone(store.db, payment("a4"));
    await delay(1200);
    expect((await findSession(store.db, user.sessionId))?.lastActionAt).toBe(user.lastActionAt);
  });

  onSqlite("drops a page that does not read, and ends the oldest of too many of one session", async () => {
    const user = await signIn("manager");
    const before = endings();
    const slow = await openLive(user, await readPosition());
    for (let count = 0; count < 100; count += 1) slow?.beat(count);
    expect(openStreams().size).toBe(0);
    const many = await Promise.all(Array.from({ length: 5 }, async () => listen(user)));
    await within(() => expect(many.filter(({ state }) => state.isOver)).toHaveLength(2));
    const now = endings();
    const more = (why: string) => (now[why] ?? 0) - (before[why] ?? 0);
    expect([more("slow"), more("replaced")]).toEqual([1, 2]);
  });

  onSqlite("ends the oldest of too many of one user in many sessions, and none of another", async () => {
    const other = await openLive(await signIn("clerk"), await readPosition());
    const { id } = await signIn("manager");
    const opened = [];
    for (let count = 0; count < 33; count += 1) {
      const user = await findSession(store.db, await beginSession(store.db, id));
      if (user) opened.push(await openLive(user, await readPosition()));
    }
    expect([...openStreams()]).toEqual([other, ...opened.slice(3)]);
  });

  it("goes on after the connection that listens was lost, without missing anything", async ({ skip }) => {
    skip(!isPostgres(store.db), "SQLite has no connection that listens");
    const user = await signIn("manager");
    const page = await listen(user);
    await vi.waitFor(async () => expect(await killListeners(store)).toBe(1));
    await recordAlone(store.db, payment("a5"));
    await vi.waitFor(() => expect(page.named("payments")).toHaveLength(1), { timeout: 2000 });
    await vi.waitFor(async () => expect(await countListeners(store)).toBe(1), { timeout: 5000 });
    await recordAlone(store.db, payment("a6"));
    await within(() => expect(page.named("payments")).toHaveLength(2));
  });
});

const listening = sql`from pg_stat_activity where datname = current_database() and query like 'listen %'`;

async function countListeners({ db }: TestStore): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${listening}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function killListeners({ db }: TestStore): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) ${listening}`.execute(db);
  return rows.length;
}

function toHeard(text: string): Heard {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1];
  const id = field("id");
  return {
    event: field("event") ?? "",
    data: JSON.parse(field("data") ?? "{}"),
    id: id === undefined ? undefined : Number(id),
    at: Date.now(),
  };
}

async function readOne(body: ReadableStream<Uint8Array<ArrayBuffer>> | undefined): Promise<Heard> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = await reader?.read();
  await reader?.cancel();
  return toHeard(read?.value ?? "");
}

const endings = (): Record<string, number> =>
  Object.fromEntries(
    readFamilies()
      .find(({ name }) => name === "console_live_streams_ended_total")
      ?.series.map(({ labels, count }) => [labels.why ?? "", count]) ?? [],
  );
