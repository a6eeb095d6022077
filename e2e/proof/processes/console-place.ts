import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreSettings } from "#server/db/db.ts";
import { createDatabase } from "#server/sql/test-database.ts";

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
  const { url, drop } = await createDatabase(server, "prove");
  return {
    settings: { dataDir, databaseUrl: url },
    environment: { DATA_DIR: dataDir, DATABASE_URL: url },
    remove: async () => {
      await drop();
      await removeFolder();
    },
  };
}
