import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { StoreSettings } from "#server/db/db.ts";

/** An empty store for headless console processes: a SQLite file, or a PostgreSQL database that several share. */
export type Place = { settings: StoreSettings; environment: Record<string, string>; remove(): Promise<void> };

export async function createPlace(shared: boolean): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "prove-"));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (!shared)
    return {
      settings: { dataDir, databaseUrl: undefined },
      environment: { DATA_DIR: dataDir },
      remove: removeFolder,
    };
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error("Several processes need PostgreSQL: set TEST_POSTGRES_URL.");
  const name = `prove_${randomBytes(6).toString("hex")}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    settings: { dataDir, databaseUrl: url.href },
    environment: { DATA_DIR: dataDir, DATABASE_URL: url.href },
    remove: async () => {
      await onServer(server, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
