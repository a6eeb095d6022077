import { sql } from "kysely";
import { type FieldName, fieldRow } from "#lib/search/fields.ts";
import type { FoundValue } from "#lib/search/found.ts";
import { db } from "#server/db/db.ts";

/** Values are searched for among the newest transactions, where most searches end. */
const newest = 20_000;
const maxValues = 6;

/** Values of a field that begin, or have a word that begins, with what was typed; the most frequent first. */
export async function findValues(field: FieldName, prefix: string): Promise<FoundValue[]> {
  const row = fieldRow(field);
  if (!("columns" in row)) return [];
  const [column = "id"] = row.columns;
  const escaped = prefix.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const value = sql<string>`value`;
  const rows = await db()
    .selectFrom((from) =>
      from
        .selectFrom("indexed_transactions")
        .select(sql<string | null>`${sql.ref(column)}`.as("value"))
        .orderBy("created_at", "desc")
        .limit(newest)
        .as("newest"),
    )
    .select([value.as("value"), sql<number>`count(*)`.as("count")])
    .where(
      sql<boolean>`(lower(value) like ${`${escaped}%`} escape '\\' or lower(value) like ${`% ${escaped}%`} escape '\\')`,
    )
    .groupBy("value")
    .orderBy("count", "desc")
    .orderBy("value")
    .limit(maxValues)
    .execute();
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}
