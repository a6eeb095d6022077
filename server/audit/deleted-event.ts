import type { NewAuditEvent } from "./record.ts";

/** What the log holds of data that the console deleted by its rules. `before`: epoch ms; only what is older went. */
export const deletedEvent = (kind: string, rows: number, before: number): NewAuditEvent => ({
  name: "data.deleted",
  by: "console",
  fields: { kind, rows, before: new Date(before).toISOString() },
});
