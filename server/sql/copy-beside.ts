import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

/**
 * Copies a SQLite store into a file beside it before it is upgraded, and keeps the last three. PostgreSQL has its own backups. Throws
 * when there is no copy, such as on a full disk. Returns the name of the copy.
 */
export async function copyBeside<Tables>(
  connection: Kysely<Tables>,
  now = new Date(),
): Promise<string | undefined> {
  if (isPostgres(connection)) return undefined;
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(connection);
  const path = rows.find(({ name }) => name === "main")?.file;
  if (!path) return undefined;
  const folder = dirname(path);
  const prefix = `${basename(path, ".sqlite")}${MARK}`;
  // Times sort as texts.
  const copy = join(folder, `${prefix}${now.toISOString().replace(/[-:]|\.\d+/g, "")}.sqlite`);
  copyTo(path, copy);
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && name.endsWith(".sqlite"))
    .sort();
  for (const old of copies.slice(0, -KEPT)) rmSync(join(folder, old));
  return basename(copy);
}

const MARK = "-before-upgrade-";
const KEPT = 3;

/** Has its name only once it is whole. */
function copyTo(path: string, copy: string): void {
  const partial = `${copy}.partial`;
  rmSync(partial, { force: true });
  // SQLite fills an empty file that is there already, with the mode that it has.
  const file = openSync(partial, "wx", 0o600);
  try {
    const source = new DatabaseSync(path, { readOnly: true });
    try {
      source.prepare("vacuum into ?").run(partial);
    } finally {
      source.close();
    }
    fsyncSync(file);
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The store could not be copied before its upgrade, so it was left as it is: ${why}.`);
  } finally {
    closeSync(file);
  }
}
