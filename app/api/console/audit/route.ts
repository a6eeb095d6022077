import { readAuditFilters } from "#lib/audit/filters.ts";
import { exportEvents } from "#server/audit/export-events.ts";
import { route } from "#server/route.ts";

/** A file of the audit log, recorded under the caller's name. */
export const GET = route({ right: "viewAudit", keepsSessionAlive: true }, async ({ query, user }) => {
  const body = await exportEvents(user, readAuditFilters(query));
  return new Response(body as BodyInit, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="audit-log.csv"',
    },
  });
});
