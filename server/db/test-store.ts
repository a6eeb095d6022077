import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterAll, describe, inject } from "vitest";
import { createDatabase } from "#server/sql/test-database.ts";
import { everyStoreIsAsked, type TestOnSqlite, testOnSqlite } from "#server/sql/test-on-sqlite.ts";
import { closeStore } from "./close-store.ts";
import type { Database } from "./database.ts";
import { openStore, type StoreSettings } from "./db.ts";
import { copyTemplate } from "./test-templates.ts";

export type TestStore = {
  db: Kysely<Database>;
  settings: StoreSettings;
  /** The same store as a second process would see it. */
  another(): Kysely<Database>;
};

/** Creates an empty, migrated store that is removed after the suite. */
export type OpenStore = () => Promise<TestStore>;

type Suite = (open: OpenStore, onSqlite: TestOnSqlite) => void;

/**
 * Runs the same tests on SQLite and, when TEST_POSTGRES_URL names a server whose user may create databases, on
 * PostgreSQL. `open` creates a store, as often as a suite needs. `onSqlite`: for tests that need no second store.
 */
export function describeStores(name: string, suite: Suite): void {
  describe(`${name} (SQLite)`, () => suite(storesOf(placeInFile), testOnSqlite("SQLite")));
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) return;
  describe(`${name} (PostgreSQL)`, () =>
    suite(
      storesOf(() => placeOnServer(server)),
      testOnSqlite("PostgreSQL"),
    ));
}

/** The same on SQLite alone: what it asks of PostgreSQL, another suite asks there. On both with TEST_STORES=all. */
export function describeStoresOnSqlite(name: string, suite: (open: OpenStore) => void): void {
  if (everyStoreIsAsked) describeStores(name, suite);
  else describe(`${name} (SQLite)`, () => suite(storesOf(placeInFile)));
}

type Place = { settings: StoreSettings; remove(): Promise<void> };

function storesOf(makePlace: () => Promise<Place>): OpenStore {
  const undo: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  return async () => {
    const place = await makePlace();
    undo.push(place.remove);
    const another = () => {
      const store = openStore(place.settings);
      undo.push(() => closeStore(store));
      return store;
    };
    return { db: another(), settings: place.settings, another };
  };
}

async function placeInFile(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "console-store-"));
  await copyTemplate(inject("storeTemplates"), dataDir);
  return {
    settings: { dataDir, databaseUrl: undefined },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function placeOnServer(server: string): Promise<Place> {
  const { database } = inject("storeTemplates");
  const { url, drop } = await createDatabase(server, "console_test", database);
  return { settings: { dataDir: tmpdir(), databaseUrl: url }, remove: drop };
}
