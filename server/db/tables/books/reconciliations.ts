import type { Selectable } from "kysely";
import type { ReconciliationState } from "#lib/reconciliation/states.ts";
import { defineTable } from "#server/sql/table.ts";

export interface ReconciliationsTable {
  batch_key: string;
  /** 1, 2, 3 … of the batch: a change after a signature opens the next. */
  number: number;
  state: Exclude<ReconciliationState, "inProgress">;
  /** Of everything that was compared. */
  hash: string;
  /** `Figures`, JSON; never changed once it is signed. */
  figures: string;
  /** Epoch ms, as all times here. */
  opened_at: number;
  /** When it was compared last with the same result. */
  checked_at: number;
  signed_by: string | null;
  signed_name: string | null;
  signed_at: number | null;
  note: string | null;
  /** Of a signed one: when something that it compared had changed. */
  superseded_at: number | null;
  /** Of a signed one: of what was signed, under the data key; null when an earlier version signed. */
  seal: string | null;
}

export type ReconciliationRow = Selectable<ReconciliationsTable>;

/** The reconciliations of closed batches. What is signed stays as it was. */
export const reconciliations = defineTable<ReconciliationsTable>({
  "0330-reconciliations": async (db) => {
    await db.schema
      .createTable("reconciliations")
      .addColumn("batch_key", "text", (column) => column.notNull())
      .addColumn("number", "integer", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("figures", "text", (column) => column.notNull())
      .addColumn("opened_at", "bigint", (column) => column.notNull())
      .addColumn("checked_at", "bigint", (column) => column.notNull())
      .addColumn("signed_by", "text")
      .addColumn("signed_name", "text")
      .addColumn("signed_at", "bigint")
      .addColumn("note", "text")
      .addColumn("superseded_at", "bigint")
      .addPrimaryKeyConstraint("reconciliations_pk", ["batch_key", "number"])
      .execute();
    await db.schema
      .createIndex("reconciliations_by_check")
      .on("reconciliations")
      .columns(["state", "checked_at"])
      .execute();
  },
  "0380-reconciliations-seal": async (db) => {
    await db.schema.alterTable("reconciliations").addColumn("seal", "text").execute();
  },
});
