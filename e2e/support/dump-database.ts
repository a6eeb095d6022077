import { appendFileSync, writeFileSync } from "node:fs";
import pg from "pg";

/** Writes every row of every table of a PostgreSQL database as a line of JSON. */
export async function dumpDatabase(connectionString: string, path: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'public'",
    );
    writeFileSync(path, "");
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ line: string }>(
        `select row_to_json(t)::text as line from ${name} t`,
      );
      appendFileSync(path, `${name}\n${rows.map(({ line }) => `${line}\n`).join("")}`);
    }
  } finally {
    await client.end();
  }
}
