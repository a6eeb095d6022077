import { sql } from "kysely";
import type { AttemptStepKind } from "#lib/attempt.ts";
import { defineTable } from "#server/sql/table.ts";

export interface AttemptStepsTable {
  attempt_id: string;
  /** 1, 2, 3 … within the attempt. */
  position: number;
  /** Epoch ms. */
  at: number;
  kind: AttemptStepKind;
  /** For the timeline. */
  text: string;
}

/** What happened to an attempt, in order: the timeline that a manager reads before a decision. */
export const attemptSteps = defineTable<AttemptStepsTable>({
  "0201-attempt-steps": async (db) => {
    await db.schema
      .createTable("attempt_steps")
      .addColumn("attempt_id", "text", (column) => column.notNull().references("attempts.id"))
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("text", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("attempt_steps_pk", ["attempt_id", "position"])
      .execute();
  },
  // Was called looked.
  "0888-attempt-steps-lookup": async (db) => {
    await sql`update attempt_steps set kind = 'lookup' where kind = 'looked'`.execute(db);
  },
});
