import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "#e2e/support/free-port.ts";
import { newAttemptId } from "#lib/attempt.ts";
import { addAccount, changeAccount, removeAccount } from "#server/accounts/change-accounts.ts";
import { countWithoutOutcomeThere } from "#server/accounts/count-without-outcome.ts";
import { encryptKeys } from "#server/accounts/encrypted-keys.ts";
import { listAccountLinks, listAccounts } from "#server/accounts/read-accounts.ts";
import { record } from "#server/audit/record.ts";
import { beginSession, findSession } from "#server/auth/session/sessions.ts";
import { addUser, disableUser } from "#server/auth/users.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { testRow } from "#server/books/search/test-rows.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { adoptKeyring } from "#server/data-keys/keyring.ts";
import { closeStore } from "#server/db/close-store.ts";
import { openStore } from "#server/db/db.ts";
import { migrateToLatest } from "#server/db/migrate.ts";
import { prepareAccountStore } from "#server/db/prepare-account-store.ts";
import { sharedTables } from "#server/db/shared-tables.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { writePrepared } from "#server/payments/attempts/attempts.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { startPooler } from "#server/sql/test-pooler.ts";

describeStores("the store of a further account", (open) => {
  let main: TestStore;
  let shop: ReturnType<typeof openStore>;
  let userId: string;

  beforeAll(async () => {
    main = await open();
    const settings = { ...main.settings, account: "shop-2" };
    await prepareAccountStore(settings);
    const made = openStore({ ...settings, mayBeNew: true });
    await migrateToLatest(made);
    await closeStore(made);
    shop = openStore(settings);
    const added = await addUser(main.db, {
      email: "ann@example.com",
      name: "Ann",
      role: "admin",
      password: "correct horse battery staple",
    });
    userId = added.ok ? added.value.id : "";
    await main.db
      .insertInto("gateway_accounts")
      .values({
        id: "shop-2",
        name: "Shop 2",
        color: "teal",
        urls: "http://127.0.0.1:1",
        sealed: "x",
        port: 3001,
        origin: null,
        version: 1,
        created_at: 1,
        removed_at: null,
      })
      .execute();
  });

  afterAll(() => closeStore(shop));

  const countIn = async (store: typeof shop, table: "audit_events" | "settings") =>
    Number(
      (
        await store
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as("n"))
          .executeTakeFirstOrThrow()
      ).n,
    );

  it("has its own tables of money, empty, and none of people", async () => {
    expect(await countIn(main.db, "audit_events")).toBe(1);
    expect(await countIn(shop, "audit_events")).toBe(0);
    const { rows } = await sql<{ name: string }>`${
      isPostgres(shop)
        ? sql`select tablename as name from pg_tables where schemaname = current_schema()`
        : sql`select name from sqlite_master where type = 'table'`
    }`.execute(shop);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ name }) => sharedTables.has(name))).toEqual([]);
  });

  it("keeps what is written in one out of the other, and chains its own log", async () => {
    await shop.insertInto("settings").values({ name: "a", value: "shop" }).execute();
    await main.db.insertInto("settings").values({ name: "a", value: "main" }).execute();
    expect(await shop.selectFrom("settings").select("value").where("name", "=", "a").execute()).toEqual([
      { value: "shop" },
    ]);
    await shop.transaction().execute((store) => record(store, { name: "session.ended", by: "console" }));
    expect(await countIn(shop, "audit_events")).toBe(1);
    expect(await countIn(main.db, "audit_events")).toBe(1);
  });

  it("shares people and sessions, and gives a person only the role they were given there", async () => {
    const session = await beginSession(main.db, userId);
    expect(await findSession(main.db, session)).toMatchObject({ name: "Ann", role: "admin" });
    expect(await findSession(shop, session)).toMatchObject({ name: "Ann", role: { rights: [] } });
    await main.db
      .insertInto("account_roles")
      .values({ user_id: userId, account_id: "shop-2", role: "clerk" })
      .execute();
    expect(await findSession(shop, session)).toMatchObject({ role: "clerk" });
    expect(await findSession(main.db, session)).toMatchObject({ role: "admin" });
    const begun = await beginSession(shop, userId);
    expect(await findSession(main.db, begun)).toMatchObject({ role: "admin" });
    await disableUser(main.db, "ann@example.com");
    expect(await findSession(shop, session)).toBeNull();
  });

  it("sends stored keys to no address but the one they were given for, and changes accounts in the main one alone", async () => {
    const asked: string[] = [];
    const gateway = createServer((request, response) => {
      asked.push(request.headers.authorization ?? "");
      response.writeHead(500).end();
    }).listen(0, "127.0.0.1");
    await once(gateway, "listening");
    const { port } = gateway.address() as AddressInfo; // of a server that listens on a port
    await main.db
      .updateTable("gateway_accounts")
      .set({ sealed: await encryptKeys({ apiKey: "key", apiPin: "pin", webhookKey: "" }, "shop-2") })
      .execute();
    const by = { id: userId, name: "Ann", role: "admin" } as const;
    const typed = { name: "Shop 2", color: "approved", port: "3001", origin: "", webhookKey: "" };
    const change = {
      ...typed,
      ...{ id: "shop-2", version: 1, urls: `http://127.0.0.1:${port}`, apiKey: "", apiPin: "" },
    };
    const own = { port: 3000, origin: "http://localhost:3000", isDemo: false, urls: [], apiKey: "main key" };
    expect(await changeAccount(main.db, main.settings, by, change, own)).toMatchObject({
      ok: false,
      problem: { fields: { apiKey: expect.stringContaining("address is new") } },
    });
    for (const refused of [
      await changeAccount(shop, main.settings, by, { ...change, apiKey: "key", apiPin: "pin" }, own),
      await addAccount(shop, by, { ...change, apiKey: "key", apiPin: "pin" }, own),
    ])
      expect(refused).toMatchObject({
        ok: false,
        problem: { message: expect.stringContaining("managed in the main account") },
      });
    expect(asked).toEqual([]);
    // With its keys it is tried.
    await changeAccount(main.db, main.settings, by, { ...change, apiKey: "key", apiPin: "pin" }, own);
    expect(asked).toHaveLength(1);
    gateway.close();
  });

  it("takes no keys that can't be sent", async () => {
    const by = { id: userId, name: "Ann", role: "admin" } as const;
    const own = { port: 3000, origin: "http://localhost:3000", isDemo: false, urls: [], apiKey: "main key" };
    const typed = { name: "Harbor", color: "approved", urls: "http://127.0.0.1:1", port: "3111", origin: "" };
    const refused = expect.stringContaining("letters without accents");
    const keys = { apiKey: "clé–ключ", apiPin: "pin\u0000", webhookKey: "key " };
    expect(await addAccount(main.db, by, { ...typed, ...keys }, own)).toMatchObject({
      ok: false,
      problem: { fields: { apiKey: refused, apiPin: refused, webhookKey: refused } },
    });
  });

  it("is refused where its address leads to no gateway, with what is missing", async () => {
    const by = { id: userId, name: "Ann", role: "admin" } as const;
    const own = { port: 3000, origin: "http://localhost:3000", isDemo: false, urls: [], apiKey: "main key" };
    const body = JSON.stringify({ error: "Not found", errorcode: 7 });
    const page = createServer(
      (_, response) => void response.writeHead(404, { "content-type": "application/json" }).end(body),
    ).listen(0, "127.0.0.1");
    await once(page, "listening");
    const { port } = page.address() as AddressInfo; // of a server that listens on a port
    const keys = { apiKey: "key", apiPin: "pin", webhookKey: "" };
    const typed = { name: "Harbor", color: "approved", port: "3112", origin: "", ...keys };
    expect(await addAccount(main.db, by, { ...typed, urls: `http://127.0.0.1:${port}` }, own)).toMatchObject({
      ok: false,
      problem: { fields: { urls: expect.stringContaining("ends in a path") } },
    });
    page.close();
    page.closeAllConnections();
  });

  it("is shown with whether its console answers", async () => {
    let status = 404;
    const listener = createServer((_, response) => void response.writeHead(status).end()).listen(
      0,
      "127.0.0.1",
    );
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo; // of a server that listens on a port
    const give = (one: number) =>
      main.db.updateTable("gateway_accounts").set({ port: one }).where("id", "=", "shop-2").execute();
    const isAnswering = async () =>
      (await listAccounts(main.db, { ...main.settings, host: undefined })).find(({ id }) => id === "shop-2")
        ?.isAnswering;
    await give(port);
    // Another program there is no console.
    expect(await isAnswering()).toBe(false);
    status = 200;
    expect(await isAnswering()).toBe(true);
    listener.close();
    listener.closeAllConnections();
    expect(await isAnswering()).toBe(false);
    await give(3001);
  });

  it("has each change of an account in the log, before and after, without keys", async () => {
    const by = { id: userId, name: "Ann", role: "admin" } as const;
    const gateway = new FakeGateway();
    const urls = await gateway.start();
    const own = { port: 3000, origin: "http://localhost:3000", isDemo: false, urls: [], apiKey: "main key" };
    const [first = "", second = ""] = [String(await freePort()), String(await freePort())];
    const keys = { apiKey: "key of the shop", apiPin: "pin of the shop", webhookKey: "" };
    const typed = { name: "Harbor", color: "approved", urls, port: first, origin: "", ...keys };
    expect(await addAccount(main.db, by, typed, own)).toMatchObject({ ok: true });
    const added = await main.db
      .selectFrom("gateway_accounts")
      .select("id")
      .where("name", "=", "Harbor")
      .executeTakeFirstOrThrow();
    const linksOf = async (person: string) =>
      (await listAccountLinks(main.db, person, own.origin, undefined)).map(({ name, origin, isHere }) => [
        ...[name, origin, isHere],
      ]);
    // Who adds it has their role there; others have none.
    const here = ["Main account", own.origin, true];
    expect(await linksOf(userId)).toContainEqual(["Harbor", `http://localhost:${first}`, false]);
    expect(await linksOf("somebody-else")).toEqual([here]);
    const rolesThere = () =>
      main.db
        .selectFrom("account_roles")
        .select(["user_id", "role"])
        .where("account_id", "=", added.id)
        .execute();
    expect(await rolesThere()).toEqual([{ user_id: userId, role: "admin" }]);
    for (const name of ["harbor", "\uff28arbor ", "MAIN account"])
      expect(
        await addAccount(main.db, by, { ...typed, name, port: "3113", apiKey: "another" }, own),
      ).toMatchObject({
        problem: { fields: { name: expect.stringMatching(/(Another|The main) account has this name/) } },
      });
    const used = { port: new URL(urls).port, name: "Used", apiKey: "another" };
    const isUsed = { problem: { fields: { port: expect.stringContaining("Another program") } } };
    expect(await addAccount(main.db, by, { ...typed, ...used }, own)).toMatchObject(isUsed);
    const moved = { ...typed, ...used, id: added.id, version: 1 };
    expect(await changeAccount(main.db, main.settings, by, moved, own)).toMatchObject(isUsed);
    const origin = "https://harbor.example.com";
    const changed = { ...typed, name: "Harbor Kiosk", color: "unknown", port: second, origin };
    const change = { ...changed, id: added.id, version: 1, apiKey: "", apiPin: "" };
    expect(await changeAccount(main.db, main.settings, by, change, own)).toMatchObject({ ok: true });
    const events = await main.db
      .selectFrom("audit_events")
      .select(["name", "data"])
      .where("subject", "=", added.id)
      .orderBy("position")
      .execute();
    const names = { portBefore: first, portAfter: second, colorBefore: "approved", colorAfter: "unknown" };
    expect(events.map(({ name, data }) => ({ name, ...JSON.parse(data) }))).toEqual([
      { name: "account.added", account: "Harbor", urls, port: first, origin: "none", color: "approved" },
      {
        ...{ name: "account.changed", account: "Harbor", newName: "Harbor Kiosk", ...names },
        ...{ originBefore: "none", originAfter: origin, newKeys: false },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain("of the shop");
    expect(await removeAccount(main.db, main.settings, by, { id: added.id, version: 2 })).toMatchObject({
      ok: true,
    });
    expect((await linksOf(userId)).map(([name]) => name)).not.toContain("Harbor Kiosk");
    expect(await rolesThere()).toEqual([]);
    const removed = await main.db
      .selectFrom("gateway_accounts")
      .select(["sealed", "removed_at"])
      .where("id", "=", added.id)
      .execute();
    expect(removed).toEqual([{ sealed: null, removed_at: expect.any(Number) }]);
    await gateway.stop();
  });

  it("gets no keys of another merchant once it knows a batch or a payment of its own", async () => {
    const by = { id: userId, name: "Ann", role: "admin" } as const;
    const gateway = new FakeGateway();
    const urls = await gateway.start();
    const own = { port: 3000, origin: "http://localhost:3000", isDemo: false, urls: [], apiKey: "main key" };
    const typed = {
      id: "shop-2",
      name: "Shop 2",
      color: "approved",
      port: "3001",
      origin: "",
      webhookKey: "",
    };
    const give = async (apiKey: string) => {
      const { version } = await main.db
        .selectFrom("gateway_accounts")
        .select("version")
        .where("id", "=", "shop-2")
        .executeTakeFirstOrThrow();
      const input = { ...typed, version, urls, apiKey, apiPin: "pin" };
      return changeAccount(main.db, main.settings, by, input, own);
    };
    const isRefused = {
      ok: false,
      problem: { fields: { apiKey: expect.stringContaining("Another merchant") } },
    };
    expect(await give("one")).toMatchObject({ ok: true });
    await shop.insertInto("indexed_transactions").values(testRow("1nfown")).execute();
    expect(await give("two")).toMatchObject(isRefused);
    gateway.transactions = [{ type: "transaction", key: "1nfown", result_code: "A" }];
    expect(await give("two")).toMatchObject({ ok: true });
    const batch = { sequence: "1", opened_at: 1, closed_at: null };
    await shop
      .insertInto("history_batches")
      .values({ ...batch, batch_key: "1tother" })
      .execute();
    expect(await give("three")).toMatchObject(isRefused);
    // The same key with a new PIN is the same merchant's.
    expect(await give("two")).toMatchObject({ ok: true });
    await shop
      .insertInto("history_batches")
      .values({ ...batch, batch_key: "1t1open", opened_at: 2 })
      .execute();
    expect(await give("three")).toMatchObject({ ok: true });
    gateway.unreadable = "/batches/1t1open";
    expect(await give("four")).toMatchObject({ ok: false });
    await gateway.stop();
  });

  it("is not removed while a payment in it has no known outcome", async () => {
    const by = { id: userId, name: "Ann", role: "admin" } as const;
    const { version } = await main.db
      .selectFrom("gateway_accounts")
      .select("version")
      .where("id", "=", "shop-2")
      .executeTakeFirstOrThrow();
    const remove = () => removeAccount(main.db, main.settings, by, { id: "shop-2", version });
    expect(await countWithoutOutcomeThere(main.db, main.settings, "shop-2")).toBe(0);
    expect(await countWithoutOutcomeThere(main.db, main.settings, "never-made")).toBe(0);
    const id = newAttemptId();
    await shop.transaction().execute((store) =>
      writePrepared(
        store,
        {
          ...{ id, reference: id.slice(-6), process_id: "p", user_id: userId, user_name: "Ann", digest: id },
          ...{ command: "cash:sale", tender: "cash", payer: "Cash", amount_cents: 500, request: "{}" },
          ...{ original_key: null, original_before: null, fingerprint: null, prepared_at: 1, drawer: null },
        },
        "recorded",
      ),
    );
    await shop
      .insertInto("bulk_files")
      .values({ ...fileRow(), state: "unknown", sent_at: 1 })
      .execute();
    expect(await remove()).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("no known outcome yet (2)") },
    });
    for (const table of ["attempt_steps", "attempts", "bulk_files"] as const)
      await shop.deleteFrom(table).execute();
    expect(await countWithoutOutcomeThere(main.db, main.settings, "shop-2")).toBe(0);
  });

  it("writes from both at once without loss", async () => {
    const before = [await countIn(shop, "audit_events"), await countIn(main.db, "audit_events")];
    const writes = Array.from({ length: 40 }, (_, i) => {
      const store = i % 2 === 0 ? shop : main.db;
      return store
        .transaction()
        .execute((transaction) => record(transaction, { name: "session.ended", by: "console" }));
    });
    await Promise.all(writes);
    expect([await countIn(shop, "audit_events"), await countIn(main.db, "audit_events")]).toEqual(
      before.map((count) => count + 20),
    );
  });

  it("is restored into a place of its own, and leaves the main store as it is; a main store beside it is made whole", async () => {
    await adoptKeyring(shop);
    const folder = await mkdtemp(join(tmpdir(), "account-backup-"));
    const path = join(folder, "shop.backup");
    await writeBackup(shop, path);
    const events = await countIn(shop, "audit_events");
    const before = await countIn(main.db, "audit_events");
    // Elsewhere: a main store, and beside it no tables of the account yet.
    const other = await open();
    const place = { ...other.settings, account: "shop-2", mayBeNew: true };
    await prepareAccountStore(place);
    const kept = await countIn(other.db, "audit_events");
    const restored = openStore(place);
    await restoreBackup(restored, path, { replace: false });
    expect(await countIn(restored, "audit_events")).toBeGreaterThanOrEqual(events);
    expect(await countIn(other.db, "audit_events")).toBe(kept);
    expect(await countIn(main.db, "audit_events")).toBe(before);
    // The main store is restored beside it too: its own tables of migrations are made.
    await adoptKeyring(other.db);
    const whole = join(folder, "main.backup");
    await writeBackup(other.db, whole);
    await restoreBackup(other.db, whole, { replace: true });
    expect(await countIn(restored, "audit_events")).toBeGreaterThanOrEqual(events);
    await closeStore(restored);
    await rm(folder, { recursive: true });
  });

  it("is opened through no pooler, which would give its connections to other accounts", async (context) => {
    const { databaseUrl } = main.settings;
    if (!databaseUrl) return context.skip("SQLite has no pooler");
    const pooler = await startPooler(databaseUrl);
    const pooled = openStore({ ...main.settings, databaseUrl: pooler.url, account: "shop-2" });
    await expect(pooled.selectFrom("settings").selectAll().execute()).rejects.toThrow("leads to a pooler");
    await closeStore(pooled);
    await pooler.stop();
  });

  it("reads no table of the main store that it lacks", async ({ skip }) => {
    skip(isPostgres(shop), "PostgreSQL looks only into the account's own schema");
    await sql`drop table page_speeds`.execute(shop);
    await expect(shop.selectFrom("page_speeds").selectAll().execute()).rejects.toThrow("prohibited");
  });
});
