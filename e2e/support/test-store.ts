import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import pg from "pg";
import { dumpDatabase } from "./dump-database.ts";
import { outFolder } from "./out-folder.ts";

export type StoreKind = "sqlite" | "postgresql";

/** Where console and sandbox keep their data. What they leave stays under e2e/.out/stores for the secrets sweep. */
export type TestStore = {
  name: string;
  dataDir: string;
  settings: Record<string, string>;
  close(): Promise<void>;
};

/** Makes empty stores for one worker's console and sandbox. */
export async function openTestStore(kind: StoreKind, name: string): Promise<TestStore> {
  const dataDir = outFolder("stores", name);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  if (kind === "sqlite") return { name, dataDir, settings: {}, close: async () => {} };
  const [console, sandbox] = [
    await createDatabase("console", dataDir),
    await createDatabase("sandbox", dataDir),
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

async function createDatabase(program: string, dataDir: string) {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error("E2e tests on PostgreSQL need TEST_POSTGRES_URL: npm test sets it.");
  const database = `e2e_${program}_${randomBytes(6).toString("hex")}`;
  await onServer(server, `create database ${database}`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  return {
    url: url.href,
    dumpAndDrop: async () => {
      await dumpDatabase(url.href, `${dataDir}/${program}.dump`);
      await onServer(server, `drop database ${database} with (force)`);
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
