import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { closeStore } from "./close-store.ts";
import { openStore } from "./db.ts";
import { migrateToLatest } from "./migrate.ts";

const modes = async (folder: string) =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const { mode } = await stat(join(folder, name));
        return [name, (mode & 0o777).toString(8)] as const;
      }),
    ),
  );

it("the store's files are readable by their owner alone, also files and folders that already exist", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "console-modes-"));
  await chmod(dataDir, 0o755);
  const settings = { dataDir, databaseUrl: undefined };
  const ours = { "console.sqlite": "600", "console.sqlite-shm": "600", "console.sqlite-wal": "600" };

  const first = openStore(settings);
  await migrateToLatest(first);
  expect(await modes(dataDir)).toEqual(ours);
  for (const name of Object.keys(ours)) await chmod(join(dataDir, name), 0o644);
  const second = openStore(settings);
  await migrateToLatest(second);
  expect(await modes(dataDir)).toEqual(ours);

  for (const store of [first, second]) await closeStore(store);
  await rm(dataDir, { recursive: true });
});
