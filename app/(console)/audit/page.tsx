import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuditFilterBar } from "#components/audit/audit-filter-bar.tsx";
import { EventPanel } from "#components/audit/event-panel.tsx";
import { VerdictPanel } from "#components/audit/verdict-panel.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { readAuditFilters } from "#lib/audit/filters.ts";
import { zoneName } from "#lib/format/dates.ts";
import { t, translated } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { countEvents, listEvents, listPeople } from "#server/audit/list-events.ts";
import { recordReading } from "#server/audit/record-reading.ts";
import { readVerdict } from "#server/audit/verification.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "Audit log" });

/** Everything that was done, by whom, and whether the log of it is as it was written. */
export default async function AuditPage({ searchParams }: PageProps<"/audit">) {
  const user = await requireUser("viewAudit");
  const address = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const filters = readAuditFilters(new URLSearchParams(address));
  const [page, total, people, verdict] = await Promise.all([
    listEvents(filters),
    countEvents(filters),
    listPeople(),
    readVerdict(),
  ]);
  // A prefetch shows nothing to anybody.
  if (!(await headers()).has("next-router-prefetch")) await recordReading(user, filters);
  const clock = { timeZone: env().gatewayTimeZone, now: Date.now() };
  return (
    <>
      <ConsoleHeader title={t("Audit log")} />
      <PageContent>
        <VerdictPanel verdict={verdict} {...clock} />
        <AuditFilterBar filters={filters} people={people} />
        <EventPanel
          page={page}
          total={total}
          filters={filters}
          mayOpen={may(user.role, "viewTransactions")}
          {...clock}
        />
        <FootNote>
          <span>
            {t("Times are in the merchant's zone, {zoneName}", { zoneName: zoneName(clock.timeZone) })}
          </span>
          <span>{t("Entries are added, never changed or deleted.")}</span>
          <span>{t("Card numbers and security codes are never in the log.")}</span>
        </FootNote>
      </PageContent>
    </>
  );
}
