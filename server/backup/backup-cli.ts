import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatBytes } from "#lib/format/bytes.ts";
import { isKeyOfLog, recordAlone } from "#server/audit/record.ts";
import { loadKeyringIfAny } from "#server/data-keys/keyring.ts";
import { openStoreOutside } from "#server/db/open-store-outside.ts";
import { SettingsError } from "#server/env.ts";
import { OtherVersionError } from "#server/sql/migrate.ts";
import { BackupError, hashFile } from "./backup-file.ts";
import { countText, faultLines } from "./report.ts";
import { writeBackup } from "./write-backup.ts";

/** Writes the store to a file while the console runs: `npm run backup -- FILE`. Exits with 1 when there is no backup. */
async function main(): Promise<void> {
  process.umask(0o077);
  const path = readPath();
  const store = openStoreOutside({ mustExist: true });
  try {
    await loadKeyringIfAny(store);
    if (!(await isKeyOfLog(store))) throw new BackupError(OTHER_KEY);
    await recordMade(store, path);
    const { manifest, signatures, faults } = await writeBackup(store, path);
    const { size } = await stat(path);
    console.info(
      [
        `${path}: ${countText(manifest)}, ${signatures} signatures, ${formatBytes(size)}`,
        `sha256 ${await hashFile(path)}`,
        ...(faults.length > 0 ? ["BROKEN in the store, and so in the backup:", ...faultLines(faults)] : []),
        "To use it, you need CONSOLE_DATA_KEY as it is now. Keep the key elsewhere.",
      ].join("\n"),
    );
  } finally {
    await store.destroy();
  }
}

function readPath(): string {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new BackupError("Usage: npm run backup -- FILE");
  return resolve(path);
}

/** A store that takes no writes, for example because its disk is full, can be backed up all the same. */
async function recordMade(store: ReturnType<typeof openStoreOutside>, path: string): Promise<void> {
  try {
    await recordAlone(store, { name: "store.backedUp", by: "operator", fields: { file: basename(path) } });
  } catch (error) {
    console.error(
      `The audit log doesn't hold this backup: ${error instanceof Error ? error.message : error}`,
    );
  }
}

const OTHER_KEY =
  "The data key is not that of this store's audit log. Set CONSOLE_DATA_KEY or CONSOLE_DATA_KEY_FILE, and GATEWAY_URL, as the console has them. Nothing was written.";

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof BackupError || error instanceof SettingsError || error instanceof OtherVersionError;
  const why = error instanceof Error ? error.message : String(error);
  console.error(isExpected ? why : `There is no backup: ${why}`);
  process.exitCode = 1;
}
