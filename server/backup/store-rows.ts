import type { Kysely } from "kysely";
import { type Database, tables } from "#server/db/database.ts";
import { tablesOf } from "#server/db/own-tables.ts";
import { readColumns, readRows } from "#server/sql/read-rows.ts";
import type { Rows } from "./inspect-rows.ts";

/** What a store has only while it runs. Sessions stay out, so that a restored store revives none that was ended. */
const leftOut: ReadonlySet<string> = new Set([
  "sessions",
  "sign_in_steps",
  "passkey_challenges",
  "spent_states",
  "processes",
  "leases",
  "canceled_attempt_ids",
  "held_attempt_ids",
  "health_probes",
] satisfies (keyof Database)[]);

/** Data keys come first: what follows is checked with them. */
const firstStep = (name: string) =>
  name === "data_keys"
    ? ""
    : (Object.keys(tables[name as keyof Database].steps) // a table of this store
        .sort()
        .at(0) ?? ""); // `name` is one of its keys

/** All tables in the order of their migrations: each comes after those it refers to. */
const tablesInOrder: readonly string[] = Object.keys(tables).sort((a, b) =>
  firstStep(a) < firstStep(b) ? -1 : 1,
);

/** Those that the store itself has. */
export const ownTablesInOrder = (db: Kysely<Database>): string[] => {
  const own = tablesOf(db);
  return tablesInOrder.filter((name) => Object.hasOwn(own, name));
};

/** The columns of the tables that a backup holds, sorted by name, as this store has them. */
export async function keptColumns(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const kept = ownTablesInOrder(db).filter((name) => !leftOut.has(name));
  const columns = await readColumns(db, kept);
  return new Map(
    kept.flatMap((name) => {
      const found = columns.get(name);
      return found ? [[name, found.map((column) => column.name)] as const] : [];
    }),
  );
}

/** All that a backup holds, each table beginning with a slice that may be empty. Within `inSnapshot`. */
export async function* storeRows(
  connection: Kysely<Database>,
  columnsOf: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<Rows> {
  for (const [table, columns] of columnsOf) {
    yield { table, columns, rows: [] };
    // The chain of the audit log is checked while it passes.
    const key = table === "audit_events" ? "position" : undefined;
    for await (const rows of readRows(connection, table, columns, key)) yield { table, columns, rows };
  }
}
