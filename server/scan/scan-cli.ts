import { existsSync } from "node:fs";
import type { Kysely } from "kysely";
import { openStoreOutside } from "#server/db/open-store-outside.ts";
import { parseStartSettings, SettingsError } from "#server/env.ts";
import type { Found } from "./find-cards.ts";
import { listFiles, scanFile } from "./scan-files.ts";
import { scanStore } from "./scan-store.ts";

/**
 * Looks for card numbers, swiped tracks and security codes where none may be: `npm run scan:pan [-- PATH …]`. Without paths it reads
 * DATA_DIR, the build, and every row of a PostgreSQL store. Exits with 1 when it finds one, 2 when it couldn't look everywhere.
 */
async function main(): Promise<void> {
  const { DATA_DIR, DATABASE_URL, NEXT_DIST_DIR = ".next" } = process.env;
  const { dataDir, databaseUrl } = parseStartSettings({ DATA_DIR, DATABASE_URL });
  const given = process.argv.slice(2);
  const paths =
    given.length > 0
      ? given
      : [dataDir, `${NEXT_DIST_DIR}/server`, `${NEXT_DIST_DIR}/static`].filter(existsSync);
  const files = listFiles(paths);
  let published = 0;
  let found = 0;
  const report = (place: string, one: Found) => {
    if (one.what === "published test card") published += 1;
    else {
      found += 1;
      console.info(`${place}: ${[one.what, one.shown, one.written].filter(Boolean).join(", ")}`);
    }
  };
  for (const file of files) for (const one of await scanFile(file)) report(`${file}, byte ${one.at}`, one);
  const readsRows = given.length === 0 && databaseUrl !== undefined;
  if (readsRows) {
    const store = openStoreOutside();
    try {
      for (const one of await scanStore(store as unknown as Kysely<unknown>))
        report(`table ${one.table}`, one); // any tables
    } finally {
      await store.destroy();
    }
  }
  const where = `${files.length} files${readsRows ? " and every row of the store" : ""}`;
  console.info(
    `${found === 0 ? "No card data" : `${found} × card data`} in ${where}; ${published} × published test cards, which are no one's.`,
  );
  if (found > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof SettingsError ? error.sentences.join("\n") : String(error));
  process.exitCode = 2;
}
