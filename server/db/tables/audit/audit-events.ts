import type { AuditName } from "#lib/audit/events.ts";
import { defineTable } from "#server/sql/table.ts";

export interface AuditEventsTable {
  /** 1, 2, 3 … without a gap, in the order of the commits. */
  position: number;
  /** Epoch ms. */
  at: number;
  name: AuditName;
  /** Who did it; null for the program itself and for a command at the server. */
  user_id: string | null;
  /** As it was then: "Ann Ode", "console", "operator at the server". */
  user_name: string;
  /** What it is about: an attempt, a user, a batch …; null for the whole console. */
  subject: string | null;
  /** The fields of `auditEvents`, JSON. */
  data: string;
  /** The hash of the event before; "" for the first. */
  previous: string;
  /** Keyed digest of all columns above, under the data key. */
  hash: string;
}

/** The audit log. Rows are added only; each seals the one before it (server/audit). */
export const auditEvents = defineTable<AuditEventsTable>({
  "0800-audit-events": async (db) => {
    await db.schema
      .createTable("audit_events")
      .addColumn("position", "bigint", (column) => column.primaryKey())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("user_id", "text")
      .addColumn("user_name", "text", (column) => column.notNull())
      .addColumn("subject", "text")
      .addColumn("data", "text", (column) => column.notNull())
      .addColumn("previous", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .execute();
    const indexes = {
      name: ["name", "position"],
      user: ["user_id", "position"],
      subject: ["subject", "position"],
    };
    for (const [name, columns] of Object.entries(indexes))
      await db.schema.createIndex(`audit_events_by_${name}`).on("audit_events").columns(columns).execute();
    await db.schema
      .createIndex("audit_events_by_time")
      .on("audit_events")
      .columns(["at", "position"])
      .execute();
  },
});
