import { sql } from "kysely";

/** Whether a text column contains this text, taken literally. */
export function contains(column: string, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
