import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { copyBeside } from "#server/sql/copy-beside.ts";
import { closeStore } from "./close-store.ts";
import type { Database } from "./database.ts";
import { openStore } from "./db.ts";
import { migrateToLatest } from "./migrate.ts";

let dataDir: string;
let store: Kysely<Database>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "console-upgrade-"));
  store = openStore({ dataDir, databaseUrl: undefined });
});
afterEach(async () => {
  await closeStore(store);
  await rm(dataDir, { recursive: true });
});

const copies = async () =>
  (await readdir(dataDir)).filter((name) => name.includes("-before-upgrade-")).sort();

/** As if the last migration had not been there yet. */
async function becomeOlder() {
  await store.schema.dropTable("receipt_emails").ifExists().execute();
  await sql`delete from console_migrations where name like '%receipt-emails%'`.execute(store);
}

it("a SQLite store that is in use is copied before it is upgraded, for its owner alone", async () => {
  await migrateToLatest(store);
  expect(await copies()).toEqual([]); // A new store has nothing to lose.
  await store.insertInto("settings").values({ name: "kept", value: "before" }).execute();
  await becomeOlder();
  await migrateToLatest(store);
  await store.updateTable("settings").set({ value: "after" }).execute();
  const [name = "", ...others] = await copies();
  expect(others).toEqual([]);
  expect(name).toMatch(/^console-before-upgrade-\d{8}T\d{6}Z\.sqlite$/);
  expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
  const events = await store.selectFrom("audit_events").select(["name", "user_name", "data"]).execute();
  expect(events).toEqual([
    { name: "store.copied", user_name: "console", data: JSON.stringify({ file: name }) },
  ]);
  const copy = new DatabaseSync(join(dataDir, name), { readOnly: true });
  expect(copy.prepare("select value from settings").get()).toEqual({ value: "before" });
  expect(copy.prepare("select count(*) as n from sqlite_master where name = 'receipt_emails'").get()).toEqual(
    { n: 0 },
  );
  copy.close();
  await migrateToLatest(store);
  expect(await copies()).toEqual([name]);
});

it("the last three copies are kept", async () => {
  await migrateToLatest(store);
  for (const day of [1, 2, 3, 4, 5]) await copyBeside(store, new Date(Date.UTC(2026, 10, day)));
  expect(await copies()).toEqual(
    [3, 4, 5].map((day) => `console-before-upgrade-2026110${day}T000000Z.sqlite`),
  );
});

it("a store that could not be copied is not upgraded", async () => {
  await migrateToLatest(store);
  await becomeOlder();
  // A folder in the place of the copy's file, since root may write anywhere.
  const at = new Date();
  for (let second = 0; second < 30; second += 1) {
    const stamp = new Date(at.getTime() + second * 1000).toISOString().replace(/[-:]|\.\d+/g, "");
    await mkdir(join(dataDir, `console-before-upgrade-${stamp}.sqlite`, "in the way"), { recursive: true });
  }
  await expect(migrateToLatest(store)).rejects.toThrow(
    "The store could not be copied before its upgrade, so it was left as it is",
  );
  const { rows } = await sql`select 1 from console_migrations where name like '%receipt-emails%'`.execute(
    store,
  );
  expect(rows).toEqual([]);
});
