import type { AuditHead } from "#server/audit/record.ts";
import { chainCheck } from "#server/audit/verify.ts";
import { signedDayText } from "#server/books/day-end/signed-days.ts";
import { signedRunText } from "#server/books/reconciliation/run-mac.ts";
import { recordCountText } from "#server/books/record-counts.ts";
import { checkMac, isMac } from "#server/books/record-macs.ts";
import { addRetired } from "#server/data-keys/keyring.ts";
import type { Database } from "#server/db/database.ts";
import type { Cell } from "#server/sql/read-rows.ts";
import { type Manifest, TableTally } from "./manifest.ts";

/** Rows of one table, in the order of `columns`. */
export type Rows = { table: string; columns: readonly string[]; rows: readonly (readonly Cell[])[] };

export type Inspection = {
  manifest: Manifest;
  /** Signatures and MACs that hold. */
  signatures: number;
  /** What is wrong with signed records and the audit log, a sentence each. */
  faults: string[];
};

/**
 * Adds up what passes, from a store or from a backup, and checks the signatures of signed records and the chain of the audit log, whose
 * rows come in their order. `upTo`: later audit events are left out.
 */
export async function inspectRows(
  slices: AsyncIterable<Rows>,
  { upTo = Number.POSITIVE_INFINITY, pass }: { upTo?: number; pass?: (rows: Rows) => Promise<void> } = {},
): Promise<Inspection> {
  const tallies = new Map<string, TableTally>();
  const records = new Records();
  for await (const slice of slices) {
    const { table, columns } = slice;
    const place = columns.indexOf("position");
    const rows =
      table === "audit_events" ? slice.rows.filter((row) => Number(row[place]) <= upTo) : slice.rows;
    const tally = tallies.get(table) ?? new TableTally(columns);
    tallies.set(table, tally);
    tally.add(rows);
    await records.check(table, columns, rows);
    await pass?.(slice);
  }
  return {
    manifest: {
      tables: Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.figures()])),
      auditHead: records.head ?? null,
    },
    signatures: records.signatures,
    faults: records.faults,
  };
}

type Chain = Awaited<ReturnType<typeof chainCheck>>;

class Records {
  #chain: Chain | undefined;
  readonly faults: string[] = [];
  head: AuditHead | undefined;
  signatures = 0;

  async check(table: string, columns: readonly string[], rows: Rows["rows"]): Promise<void> {
    if (!["audit_events", "data_keys"].includes(table) && !Object.hasOwn(signedRecords, table)) return;
    // Made with the keys that came before.
    if (table === "audit_events" && rows.length > 0) this.#chain ??= await chainCheck();
    for (const cells of rows) {
      const row = Object.fromEntries(columns.map((name, place) => [name, cells[place]]));
      // The columns are those of the table, in whichever store or backup they are.
      if (table === "audit_events") this.#checkEvent(row as Row<"audit_events">);
      else if (table === "data_keys")
        addRetired(row as Row<"data_keys">); // a row of this table
      else await this.#checkRecord(table as keyof typeof signedRecords, row);
    }
  }

  #checkEvent(row: Row<"audit_events">): void {
    for (const message of this.#chain?.(row, this.head) ?? [])
      this.#report(`audit event ${row.position}: ${message}`);
    this.head = { position: row.position, hash: row.hash };
  }

  async #checkRecord(table: keyof typeof signedRecords, row: object): Promise<void> {
    const integrity = await signedRecords[table](row as never); // a row of this very table
    if (integrity === "intact") this.signatures += 1;
    if (integrity === "changed")
      this.#report(`${table}: a signed record was changed after it was signed (${nameOf(row)}).`);
    if (integrity === "otherKey")
      this.#report(
        `${table}: a record was signed under another data key (${nameOf(row)}): set CONSOLE_DATA_KEY_OLD to it.`,
      );
  }

  /** The first ones are enough to see what is wrong. */
  #report(fault: string): void {
    if (this.faults.length < maxFaults) this.faults.push(fault);
  }
}

const maxFaults = 20;
const nameOf = (row: object) => ("number" in row ? `number ${row.number}` : "");

type Row<Name extends keyof Database> = { [Column in keyof Database[Name]]: Database[Name][Column] };

/** The tables of signed records, and whether a row is as it was signed; undefined for one without a MAC. */
const signedRecords = {
  drawer_reports: ({ figures, hash }: Row<"drawer_reports">) =>
    isMac(hash) ? checkMac("drawer report", figures, hash) : undefined,
  signed_days: (row: Row<"signed_days">) =>
    row.seal === null ? undefined : checkMac("signed day", signedDayText(row), row.seal),
  reconciliations: (row: Parameters<typeof signedRunText>[0] & { seal: string | null }) =>
    row.seal === null ? undefined : checkMac("signed reconciliation", signedRunText(row), row.seal),
  record_counts: ({ kind, number, recounted_at, seal }: Row<"record_counts">) =>
    checkMac("record count", recordCountText(kind, number, recounted_at), seal),
};
