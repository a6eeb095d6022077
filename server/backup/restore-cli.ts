import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatCount } from "#lib/format/counts.ts";
import { loadKeyringIfAny } from "#server/data-keys/keyring.ts";
import { openStoreOutside, storeOutside } from "#server/db/open-store-outside.ts";
import { prepareAccountStore } from "#server/db/prepare-account-store.ts";
import { SettingsError } from "#server/env.ts";
import { OtherVersionError } from "#server/sql/migrate.ts";
import { BackupError } from "./backup-file.ts";
import { type Backup, readBackup } from "./read-backup.ts";
import { countText, faultLines } from "./report.ts";
import { requireAccountsStopped } from "./require-stopped.ts";
import { type Comparison, compareWithStore, restoreBackup } from "./restore-backup.ts";

const usage = `Usage:
  npm run restore -- FILE             puts the backup into an empty store
  npm run restore -- FILE --replace   deletes what the store holds first
  npm run restore -- FILE --verify    checks the backup and compares the store with it; writes nothing`;

/** Restores a backup, or compares the store with it. Exits with 1 when something differs or nothing was done. */
async function main(): Promise<void> {
  process.umask(0o077);
  const { path, verify, replace } = readOptions();
  if (!verify) await prepareAccountStore(storeOutside());
  const store = openStoreOutside({ mustExist: verify, mayBeNew: !verify });
  try {
    await loadKeyringIfAny(store);
    if (verify) return await compare(store, path);
    await requireAccountsStopped(store, storeOutside());
    const backup = await restoreBackup(store, path, { replace });
    console.info(
      [
        `Restored: ${describeBackup(backup)}`,
        ...(backup.faults.length > 0 ? ["BROKEN in the backup:", ...faultLines(backup.faults)] : []),
        "The store does not know what happened since. Compare those days with the gateway before you charge or refund anything.",
      ].join("\n"),
    );
  } finally {
    await store.destroy();
  }
}

function readOptions(): { path: string; verify: boolean; replace: boolean } {
  try {
    const { positionals, values } = parseArgs({
      options: { verify: { type: "boolean", default: false }, replace: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [path] = positionals;
    if (path !== undefined && positionals.length === 1 && !(values.verify && values.replace))
      return { path: resolve(path), ...values };
  } catch {
    // An unknown option: the usage says which there are.
  }
  throw new BackupError(usage);
}

async function compare(store: ReturnType<typeof openStoreOutside>, path: string): Promise<void> {
  const backup = await readBackup(path);
  const found = await compareWithStore(store, backup);
  const wrong = found ? [...found.different, ...found.faults] : [];
  const isSound = backup.faults.length === 0;
  console.info(
    [
      `Backup: whole, ${describeBackup(backup)}`,
      `Backup, signed records and audit log: ${isSound ? `${formatCount(backup.signatures)} signatures and the chain hold` : "BROKEN"}`,
      ...faultLines(backup.faults),
      `Store: ${found ? verdictOn(found, wrong) : "new, so there is nothing to compare"}`,
      ...wrong.map((line) => `  ${line}`),
    ].join("\n"),
  );
  if (!isSound || wrong.length > 0) process.exitCode = 1;
}

function verdictOn({ isSameSchema }: Comparison, wrong: readonly string[]): string {
  if (wrong.length > 0) return "DIFFERS from the backup";
  return isSameSchema
    ? "the same rows, sums and signatures as in the backup"
    : "the same counts, sums and signatures as in the backup; it was upgraded since";
}

const describeBackup = ({ header, manifest }: Backup) =>
  `${countText(manifest)}, taken ${new Date(header.at).toISOString()} from ${header.store}`;

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof BackupError || error instanceof SettingsError || error instanceof OtherVersionError;
  const why = error instanceof Error ? error.message : String(error);
  console.error(isExpected ? why : `Nothing was changed: ${why}`);
  process.exitCode = 1;
}
