import type { SpeedKind } from "#lib/speed.ts";
import { defineTable } from "#server/sql/table.ts";

export interface PageSpeedsTable {
  /** Epoch ms of the hour's beginning. */
  hour: number;
  /** A digest of the browser's id, of no use anywhere else. */
  workstation: string;
  kind: SpeedKind;
  /** Its place in the bounds of lib/speed.ts. */
  bucket: number;
  /** How many waits were that long. */
  count: number;
}

/** How long users waited for the console, by workstation, summed by the hour. Kept for a week. Neither pages nor users. */
export const pageSpeeds = defineTable<PageSpeedsTable>({
  "0395-page-speeds": async (db) => {
    await db.schema
      .createTable("page_speeds")
      .addColumn("hour", "bigint", (column) => column.notNull())
      .addColumn("workstation", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("bucket", "integer", (column) => column.notNull())
      .addColumn("count", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("page_speeds_pk", ["hour", "workstation", "kind", "bucket"])
      .execute();
  },
});
