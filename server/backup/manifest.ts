import { hash } from "node:crypto";
import { z } from "zod";
import type { Cell } from "#server/sql/read-rows.ts";

const count = z.number().int();

const tableFigures = z.object({
  rows: count,
  /** Of each column of money, in cents. */
  sums: z.record(z.string(), count),
  /** Of all rows, in any order, as hex. */
  digest: z.string(),
});
export type TableFigures = z.output<typeof tableFigures>;

const auditHead = z.object({ position: count, hash: z.string() });

/** What a backup holds, by which it is compared with a store. */
export const manifest = z.object({
  tables: z.record(z.string(), tableFigures),
  /** The newest event of the audit log; null for an empty log. */
  auditHead: auditHead.nullable(),
});
export type Manifest = z.output<typeof manifest>;

/** Adds up the figures of one table while its rows pass. `columns` are sorted, so that both stores give the same digest. */
export class TableTally {
  readonly #columns: readonly string[];
  readonly #sums: Map<string, number>;
  #rows = 0;
  #digest = 0n;

  constructor(columns: readonly string[]) {
    this.#columns = columns;
    this.#sums = new Map(columns.filter((name) => /(^|_)cents$/.test(name)).map((name) => [name, 0]));
  }

  add(rows: readonly (readonly Cell[])[]): void {
    this.#rows += rows.length;
    for (const row of rows)
      this.#digest = (this.#digest + BigInt(`0x${hash("sha256", JSON.stringify(row))}`)) % modulus;
    for (const [name, sum] of this.#sums) {
      const place = this.#columns.indexOf(name);
      this.#sums.set(
        name,
        rows.reduce((total, row) => total + Number(row[place] ?? 0), sum),
      );
    }
  }

  figures(): TableFigures {
    return {
      rows: this.#rows,
      sums: Object.fromEntries(this.#sums),
      digest: this.#digest.toString(16).padStart(64, "0"),
    };
  }
}

/** A sum of the rows' hashes: the order in which a store returns rows doesn't matter. */
const modulus = 1n << 256n;

/** How a store differs from a backup, a sentence for each table. `isSameSchema`: false when only figures can be compared, not contents. */
export function differences(backup: Manifest, store: Manifest, isSameSchema: boolean): string[] {
  return Object.entries(backup.tables).flatMap(([name, theirs]) => {
    const ours = store.tables[name];
    if (!ours) return [`${name}: the store has no such table.`];
    const found = [
      ...(ours.rows === theirs.rows ? [] : [`${theirs.rows} rows in the backup, ${ours.rows} in the store`]),
      ...Object.entries(theirs.sums)
        .filter(([column, sum]) => ours.sums[column] !== sum)
        .map(([column, sum]) => `${column} ${sum} in the backup, ${ours.sums[column]} in the store`),
    ];
    if (found.length === 0 && isSameSchema && ours.digest !== theirs.digest) found.push("rows were changed");
    return found.length === 0 ? [] : [`${name}: ${found.join("; ")}.`];
  });
}
