import type { Kysely } from "kysely";
import { migrate } from "#server/sql/migrate.ts";
import { type Database, tables } from "./database.ts";

/** Brings the store to the newest schema. Safe when several processes start at once. Throws OtherVersionError. */
export async function migrateToLatest(db: Kysely<Database>): Promise<void> {
  await migrate(db, tables, { program: "console", lock: 720_518_004 });
}
