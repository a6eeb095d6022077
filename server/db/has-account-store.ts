import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { isPostgres } from "#server/sql/dialect.ts";
import { accountFolder, accountSchema, storeFile } from "./db.ts";

/** Whether a further account has a store: one that was never served has none. `main` is the main store, `dataDir` its folder. */
export async function hasAccountStore<Tables>(
  main: Kysely<Tables>,
  dataDir: string,
  account: string,
): Promise<boolean> {
  if (!isPostgres(main)) return existsSync(join(accountFolder(dataDir, account), storeFile));
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${accountSchema(account)}`.execute(
    main,
  );
  return rows.length > 0;
}
