import { Kysely } from "kysely";
import type { Bundle } from "./bundle.ts";
import type { Database } from "./database.ts";
import { sqliteDialect, sqliteFileOf } from "./dialect.ts";
import { groupCommits } from "./group-commit.ts";
import { migrateToLatest } from "./migrate.ts";
import type { Permit } from "./permit.ts";
import { recordTogether } from "./record-together.ts";

/** The store inside one unit of work. */
export type Db = Kysely<Database>;

export type Store = {
  /**
   * Runs `work` in a transaction and resolves once it is committed and on the disk. When `work` throws, nothing of it stays.
   * `work` may be run again when the store asks for it, so it must change nothing but the store, and wait for nothing else.
   * A `permit` is counted first, where it is not yet; without room under its limits nothing is kept of `work`, and it is a
   * Refusal.
   */
  transact<Result>(work: (db: Db) => Promise<Result>, permit?: Permit): Promise<Result>;
  /** The same for work that only adds payments, some of them to the open batch: it gets what such works share, if this store keeps it. */
  transactAdding<Result>(
    work: (db: Db, bundle: Bundle | undefined) => Promise<Result>,
    permit?: Permit,
  ): Promise<Result>;
  /** The same as `transact` for work of many rows that nobody waits for: it shares no transaction, and others go between. */
  transactLarge<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Runs `work`, which only reads. Sees every commit that was answered before. */
  read<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** Whether other processes may write to it. */
  readonly shared: boolean;
  close(): Promise<void>;
};

/** Opens the store the settings ask for and brings it to its newest shape. */
export async function openStore(settings: {
  dataDir: string;
  databaseUrl: string | undefined;
}): Promise<Store> {
  const { dataDir, databaseUrl } = settings;
  const db: Db = new Kysely({
    dialect: databaseUrl ? await openPostgres(databaseUrl) : sqliteDialect(dataDir),
  });
  await migrateToLatest(db);
  const file = sqliteFileOf(db);
  return file ? groupCommits(db, file) : recordTogether(db);
}

/** Its driver is loaded only where it is used. */
async function openPostgres(databaseUrl: string) {
  const { postgresDialect } = await import("./postgres-dialect.ts");
  return postgresDialect(databaseUrl);
}
