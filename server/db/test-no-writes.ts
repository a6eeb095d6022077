import { type Kysely, sql } from "kysely";
import { isPostgres } from "#server/sql/dialect.ts";
import type { StoreTrouble } from "#server/sql/store-trouble.ts";
import type { Database } from "./database.ts";
import type { TestStore } from "./test-store.ts";

/**
 * The store when it accepts no more writes: SQLite at its largest size, PostgreSQL read-only. Returns what is
 * wrong with it.
 */
export async function withoutWrites(
  store: TestStore,
): Promise<{ db: Kysely<Database>; trouble: StoreTrouble }> {
  if (isPostgres(store.db)) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(store.db);
    await sql`alter database ${sql.id(rows[0]?.name ?? "")} set default_transaction_read_only = on`.execute(
      store.db,
    );
    return { db: store.another(), trouble: "readOnly" };
  }
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 1)}`.execute(store.db);
  return { db: store.db, trouble: "full" };
}
