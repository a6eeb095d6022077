import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";
import type { AuditFault } from "#server/payments/attempts/attempt-audit.ts";

/** Whether each deposit that was matched automatically has its event in the audit log, and each such event its match. */
export async function checkMatches(store: Kysely<Database>): Promise<AuditFault[]> {
  const rows = await store
    .selectFrom("audit_events")
    .select(["position", "at", "subject", "data"])
    .where("name", "=", "deposit.matched")
    .orderBy("position")
    .execute();
  const events = new Map(
    rows.map((row) => {
      const { match }: { match?: string } = JSON.parse(row.data);
      return [match, row];
    }),
  );
  const matches = await store
    .selectFrom("deposit_matches")
    .select(["id", "deposit_id", "matched_at"])
    .where("how", "=", "automatic")
    .execute();
  const known = new Map(matches.map(({ id, deposit_id }) => [id, deposit_id]));
  // Matches from before such events were written have none.
  const since = rows[0]?.at ?? Number.POSITIVE_INFINITY;
  return [
    ...matches
      .filter(({ id, matched_at }) => matched_at > since && !events.has(id))
      .map(({ deposit_id }) => ({
        at: `deposit ${deposit_id}`,
        message: "It was matched automatically, which the log doesn't say.",
      })),
    ...[...events].flatMap(([id, { position, subject }]) =>
      known.get(id ?? "") === subject
        ? []
        : [{ at: `event ${position}`, message: "Its match is missing from the database." }],
    ),
  ].slice(0, maxFaults);
}

const maxFaults = 100;
