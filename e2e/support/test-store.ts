import { mkdirSync, rmSync } from "node:fs";
import { createDatabase } from "#server/sql/test-database.ts";
import { dumpDatabase } from "./dump-database.ts";
import { storesFolder } from "./out-folder.ts";

export type StoreKind = "sqlite" | "postgresql";

/** Where console and sandbox keep their data. What they leave stays there for the secrets sweep. */
export type TestStore = {
  name: string;
  dataDir: string;
  settings: Record<string, string>;
  close(): Promise<void>;
};

/** Makes empty stores for one worker's console and sandbox. */
export async function openTestStore(kind: StoreKind, name: string): Promise<TestStore> {
  const dataDir = storesFolder(name);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  if (kind === "sqlite") return { name, dataDir, settings: {}, close: async () => {} };
  const [console, sandbox] = [
    await createProgramDatabase("console", dataDir),
    await createProgramDatabase("sandbox", dataDir),
  ];
  return {
    name,
    dataDir,
    settings: { DATABASE_URL: console.url, SANDBOX_DATABASE_URL: sandbox.url },
    close: async () => {
      await console.dumpAndDrop();
      await sandbox.dumpAndDrop();
    },
  };
}

async function createProgramDatabase(program: string, dataDir: string) {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error("E2e tests on PostgreSQL need TEST_POSTGRES_URL: npm test sets it.");
  const { url, drop } = await createDatabase(server, `e2e_${program}`);
  return {
    url,
    dumpAndDrop: async () => {
      await dumpDatabase(url, `${dataDir}/${program}.dump`);
      await drop();
    },
  };
}
