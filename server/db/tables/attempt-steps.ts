import type { AttemptStepKind } from "#lib/attempt.ts";
import { defineTable } from "../table.ts";

export interface AttemptStepsTable {
  attempt_id: string;
  /** 1, 2, 3 … within the attempt. */
  position: number;
  /** Epoch ms. */
  at: number;
  kind: AttemptStepKind;
  /** In words, for the timeline. */
  text: string;
}

/** What happened to an attempt, in order: the story a manager reads and the evidence a decision rests on. */
export const attemptSteps = defineTable<AttemptStepsTable>({
  "0007-attempt-steps": async (db) => {
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
});
