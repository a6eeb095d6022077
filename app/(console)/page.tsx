import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache, type ReactNode, Suspense } from "react";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { AttentionPanel } from "#components/today/attention-panel.tsx";
import { CoverageNote } from "#components/today/coverage-note.tsx";
import { CurrencyProvider } from "#components/today/currency-choice.tsx";
import { DeclinesPanel } from "#components/today/declines-panel.tsx";
import { Figure, KeyFigures, Value } from "#components/today/key-figures.tsx";
import { LatestPanel } from "#components/today/latest-panel.tsx";
import { OpenBatchFigure } from "#components/today/open-batch-figure.tsx";
import { PartPanel } from "#components/today/part-panel.tsx";
import { SalesPanel } from "#components/today/sales-panel.tsx";
import { TenderPanel } from "#components/today/tender-panel.tsx";
import { TodayHeader } from "#components/today/today-header.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { businessDayOf } from "#lib/business-day.ts";
import { t, translated } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { todayQuery } from "#lib/queries/today.ts";
import type { TodayPart } from "#lib/today/today.ts";
import { requireUser } from "#server/auth/require-user.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { homePath } from "#server/auth/sign-in/home-path.ts";
import { businessClock } from "#server/books/business-clock.ts";
import { readTodayPart } from "#server/books/today/read-part.ts";
import { readBatch } from "#server/gateway-cache/batches.ts";
import { asCaller } from "#server/gateway-client/caller.ts";

export const metadata: Metadata = translated("*", { title: "Today" });

/** The day so far. Each part is read and sent separately, so that no part waits for another. A clerk starts with Charge. */
export default async function TodayPage() {
  const user = await requireUser();
  if (!may(user.role, "viewToday")) redirect(homePath(user.role));
  return (
    <CurrencyProvider>
      <TodayHeader day={businessDayOf(businessClock(), Date.now())} />
      <PageContent>
        <Panel
          aria-label={t("Today so far")}
          className="grid *:border-line max-sm:*:not-first:border-t sm:grid-cols-2 sm:max-lg:*:even:border-l sm:max-lg:*:nth-[n+3]:border-t lg:grid-cols-[2fr_1.5fr_1.5fr_1.5fr] lg:*:not-first:border-l"
        >
          <Part of="sales" waiting={<Waiting label={t("Net sales today")} />}>
            <KeyFigures />
          </Part>
          <Suspense fallback={<Waiting label={t("Open batch")} />}>
            {may(user.role, "viewBatches") && <OpenBatch user={user} />}
          </Suspense>
        </Panel>
        <Part of="attention" title={t("Needs attention")}>
          <AttentionPanel />
        </Part>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
          <div className="grid min-w-0 gap-4 sm:gap-6">
            <Part of="sales" title={t("Net sales through the day")}>
              <SalesPanel />
            </Part>
            <Part of="latest" title={t("Latest payments")}>
              <LatestPanel />
            </Part>
          </div>
          <div className="grid min-w-0 gap-4 sm:gap-6">
            <Part of="tenders" title={t("How customers paid")}>
              <TenderPanel />
            </Part>
            <Part of="declines" title={t("Declines by reason")}>
              <DeclinesPanel />
            </Part>
          </div>
        </div>
        <Part of="coverage" waiting={null}>
          <CoverageNote />
        </Part>
      </PageContent>
    </CurrencyProvider>
  );
}

/** One part of the page, with its title until it is read. */
function Part({
  of,
  title = "",
  waiting = <PartPanel title={title} />,
  children,
}: {
  of: TodayPart;
  title?: string;
  waiting?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Suspense fallback={waiting}>
      <Loaded of={of}>{children}</Loaded>
    </Suspense>
  );
}

async function Loaded({ of, children }: { of: TodayPart; children: ReactNode }) {
  const { role } = await requireUser();
  const client = new QueryClient();
  await client.prefetchQuery({ ...todayQuery(of), queryFn: () => readOnce(of, role) });
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}

/** Two places of the page show the day's sales. */
const readOnce = cache(readTodayPart<TodayPart>);

async function OpenBatch({ user }: { user: SignedInUser }) {
  const client = new QueryClient();
  await asCaller(user, () =>
    client.prefetchQuery({ ...batchQuery("current"), queryFn: () => readBatch("current") }),
  );
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <OpenBatchFigure />
    </HydrationBoundary>
  );
}

const Waiting = ({ label }: { label: string }) => (
  <Figure label={label}>
    <Value>–</Value>
  </Figure>
);
