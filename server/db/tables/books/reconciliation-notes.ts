import { defineTable } from "#server/sql/table.ts";

export interface ReconciliationNotesTable {
  batch_key: string;
  /** The difference it explains (`ShownCause.id`), or `remainder` with its cents. */
  cause_id: string;
  /** 1, 2, 3 … of this difference: the last one counts. */
  number: number;
  text: string;
  user_id: string;
  user_name: string;
  /** Epoch ms. */
  at: number;
}

/** What people wrote about differences that the console can't explain. Rows are never changed. */
export const reconciliationNotes = defineTable<ReconciliationNotesTable>({
  "0332-reconciliation-notes": async (db) => {
    await db.schema
      .createTable("reconciliation_notes")
      .addColumn("batch_key", "text", (column) => column.notNull())
      .addColumn("cause_id", "text", (column) => column.notNull())
      .addColumn("number", "integer", (column) => column.notNull())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("user_name", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      // Two people who explain the same difference at once: the second gets a message.
      .addPrimaryKeyConstraint("reconciliation_notes_pk", ["batch_key", "cause_id", "number"])
      .execute();
  },
});
