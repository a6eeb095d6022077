import { defineTable } from "#server/sql/table.ts";

export interface TestCallsTable {
  /** IP address of a caller of the rate limit's test address. */
  caller: string;
  /** Epoch ms of the store's clock at the call that was allowed. */
  first_at: number;
}

/** Callers of `RATELIMT/_`, each refused for a minute after its first call, by every process. */
export const testCalls = defineTable<TestCallsTable>({
  "0001-test-calls": async (db) => {
    await db.schema
      .createTable("test_calls")
      .addColumn("caller", "text", (column) => column.primaryKey())
      .addColumn("first_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
