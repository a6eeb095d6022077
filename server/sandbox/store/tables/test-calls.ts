import { defineTable } from "../table.ts";

export interface TestCallsTable {
  /** Address of whoever called the test address for the rate limit. */
  caller: string;
  /** Epoch ms of the store's own clock: when the call came that was let in. */
  first_at: number;
}

/** Who called `RATELIMT/_`, and has to be refused for a minute from then on, by whichever process. */
export const testCalls = defineTable<TestCallsTable>({
  "0042-test-calls": async (db) => {
    await db.schema
      .createTable("test_calls")
      .addColumn("caller", "text", (column) => column.primaryKey())
      .addColumn("first_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
