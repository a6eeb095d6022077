import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { isPostgres } from "./dialect.ts";

/** Whether a column is one of these texts: one parameter and one statement, however many they are. */
export function isOneOf<Tables>(
  db: Kysely<Tables>,
  column: string,
  texts: readonly string[],
): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${texts}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`;
}
