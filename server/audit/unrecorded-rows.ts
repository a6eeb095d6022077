import { type Kysely, sql } from "kysely";
import type { AuditName } from "#lib/audit/events.ts";
import type { Database } from "#server/db/database.ts";
import { tablesOf } from "#server/db/own-tables.ts";
import type { AuditFault } from "#server/payments/attempts/attempt-audit.ts";

type Recorded = {
  what: string;
  /** What the subject of a row's event is, and when the row was written (epoch ms): columns of the table. */
  subject: string;
  at: string;
  events: readonly AuditName[];
  /** An SQL condition: rows without an event of their own are left out. */
  where?: string;
};

/** Rows that are written in one commit with an event of their own. */
const recorded = {
  users: { what: "user", subject: "id", at: "created_at", events: ["user.added", "user.joined"] },
  drawer_shifts: { what: "shift", subject: "number", at: "opened_at", events: ["drawer.opened"] },
  drawer_movements: { what: "drawer movement", subject: "shift", at: "at", events: ["drawer.moved"] },
  signed_days: { what: "signed day", subject: "day", at: "signed_at", events: ["day.signed"] },
  reconciliations: {
    ...{ what: "signed reconciliation", subject: "batch_key", at: "signed_at" },
    ...{ events: ["reconciliation.signed"], where: "signed_at is not null" },
  },
  exports: { what: "export", subject: "id", at: "started_at", events: ["export.taken"] },
  receipt_emails: {
    ...{ what: "emailed receipt", subject: "transaction_key", at: "sent_at", events: ["receipt.emailed"] },
  },
} as const satisfies Partial<Record<keyof Database, Recorded>>;

/**
 * Rows whose events are missing from the log, as where its newest events were deleted. Rows from before the log began have none.
 * Whoever deletes the rows too is found by what counts them (server/books/record-counts.ts), or not at all.
 */
export async function findUnrecordedRows(store: Kysely<Database>): Promise<AuditFault[]> {
  const own = tablesOf(store);
  const faults: AuditFault[] = [];
  for (const [table, { what, subject, at, events, ...rest }] of Object.entries(recorded)) {
    if (!Object.hasOwn(own, table)) continue;
    const { rows } = await sql<{ subject: string; missing: number }>`
      select made.subject, made.rows - coalesce(logged.rows, 0) as missing from
        (select cast(${sql.ref(subject)} as text) as subject, count(*) as rows from ${sql.table(table)}
          where ${sql.ref(at)} > (select min(at) from audit_events) and ${sql.raw("where" in rest ? rest.where : "1 = 1")}
          group by ${sql.ref(subject)}) as made
        left join (select subject, count(*) as rows from audit_events where name in (${sql.join(events)})
          group by subject) as logged on logged.subject = made.subject
      where made.rows > coalesce(logged.rows, 0) order by made.subject limit ${maxFaults}`.execute(store);
    for (const row of rows)
      faults.push({
        at: `${what} ${row.subject}`,
        message:
          Number(row.missing) === 1
            ? "The log has no event of it."
            : `The log lacks ${row.missing} events of it.`,
      });
  }
  return faults.slice(0, maxFaults);
}

const maxFaults = 100;
