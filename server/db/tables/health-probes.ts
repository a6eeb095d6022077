import { defineTable } from "#server/sql/table.ts";

export interface HealthProbesTable {
  /** Always 1. */
  id: number;
  /** Epoch ms. */
  written_at: number;
  /** As large as what a payment writes: a disk with less room than that is full. */
  filler: string;
}

/** The row that GET /api/healthz writes to test whether the store accepts writes. */
export const healthProbes = defineTable<HealthProbesTable>({
  "0200-health-probes": async (db) => {
    await db.schema
      .createTable("health_probes")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("written_at", "bigint", (column) => column.notNull())
      .addColumn("filler", "text", (column) => column.notNull())
      .execute();
  },
});
