import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { closeShift } from "#server/books/drawer/close.ts";
import { count, mira, open, signedBy, takeCash, tomas } from "#server/books/drawer/test-drawer.ts";
import type { StoreSettings } from "#server/db/db.ts";
import { cardSale, run } from "#server/payments/test-console.ts";
import { createDatabase } from "#server/sql/test-database.ts";

/** For tests only: a folder that is removed after the file's tests. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "console-backup-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What a store holds after a few payments: attempts, cash, an audit log, and a Z report with its MAC and its count. */
export async function takePayments(): Promise<void> {
  await run(cardSale());
  await run(cardSale("19.90"));
  const shift = await open("Drawer 1", 0);
  await takeCash("Drawer 1", 1_250);
  const closing = { shift, countId: await count(shift, {}), reason: "Counted twice", nextFloatCents: 0 };
  const closed = await closeShift(mira, closing, signedBy(tomas));
  if (!closed.ok) throw new Error(closed.problem.message);
}

/** An empty store of each kind that can be had here, to restore into. */
export async function emptyStores(): Promise<StoreSettings[]> {
  const server = process.env.TEST_POSTGRES_URL;
  const file = await emptyFile();
  if (!server) return [file];
  const { url, drop } = await createDatabase(server, "console_test");
  afterAll(drop);
  return [file, { dataDir: tmpdir(), databaseUrl: url }];
}

/** An empty SQLite store. */
export async function emptyFile(): Promise<StoreSettings> {
  const dataDir = await mkdtemp(join(tmpdir(), "console-empty-"));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir, databaseUrl: undefined };
}

type Ended = { code: number | null; out: string; err: string };

/** Runs `npm run backup` or `npm run restore` on a store. */
export async function runCli(
  name: "backup" | "restore",
  store: StoreSettings,
  args: string[],
): Promise<Ended> {
  const child = startCli(name, store, args);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, out, err };
}

export function startCli(
  name: "backup" | "restore",
  { dataDir, databaseUrl }: StoreSettings,
  args: string[],
) {
  const program = fileURLToPath(new URL(`./${name}-cli.ts`, import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
  return spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
}
