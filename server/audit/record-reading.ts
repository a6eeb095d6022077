import { type AuditFilters, toAuditSearch } from "#lib/audit/filters.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { recordAlone } from "./record.ts";

/** Records that somebody read the log, and which part of it, before they see it. */
export async function recordReading({ id, name }: Actor, filters: AuditFilters): Promise<void> {
  await recordAlone(db(), {
    name: "log.read",
    by: { id, name },
    fields: { query: toAuditSearch(filters) },
  });
}
