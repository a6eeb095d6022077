import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { accountOf } from "#server/sql/account-of.ts";

/** The role of each of `users` in the gateway account of this store, for a query over them: "", which is no role, where they have none. */
export function roleHere(db: Kysely<Database>): RawBuilder<string> {
  const account = accountOf(db);
  if (account === undefined) return sql<string>`users.role`;
  return sql<string>`coalesce((select account_roles.role from account_roles
    where account_roles.user_id = users.id and account_roles.account_id = ${account}), '')`;
}
