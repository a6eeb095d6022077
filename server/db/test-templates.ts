import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createDatabase } from "#server/sql/test-database.ts";
import { closeStore } from "./close-store.ts";
import { openStore, type StoreSettings, storeFile } from "./db.ts";
import { migrateToLatest } from "./migrate.ts";

/** An empty store of each kind with all its tables, to copy: making them takes ten times as long, for hundreds of stores. */
export type StoreTemplates = {
  /** Path of the SQLite file. */
  file: string;
  /** Name of the database on the server of TEST_POSTGRES_URL. */
  database: string | undefined;
};

declare module "vitest" {
  interface ProvidedContext {
    storeTemplates: StoreTemplates;
  }
}

/** Vitest calls this once before the tests of a project, and what it returns after them. */
export default async function makeTemplates(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "console-template-"));
  await makeTables({ dataDir, databaseUrl: undefined });
  const server = process.env.TEST_POSTGRES_URL;
  if (server === undefined) console.info("Without TEST_POSTGRES_URL, these tests run on SQLite alone.");
  const database = server === undefined ? undefined : await createDatabase(server, "console_template");
  if (database) await makeTables({ dataDir, databaseUrl: database.url });
  project.provide("storeTemplates", {
    file: join(dataDir, storeFile),
    database: database && new URL(database.url).pathname.slice(1),
  });
  return async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function makeTables(settings: StoreSettings): Promise<void> {
  const store = openStore(settings);
  await migrateToLatest(store);
  await closeStore(store);
}

/** Puts a copy of the template where a store of this folder is looked for. */
export const copyTemplate = ({ file }: StoreTemplates, dataDir: string): Promise<void> =>
  copyFile(file, join(dataDir, storeFile));
