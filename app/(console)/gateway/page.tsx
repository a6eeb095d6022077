import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { RateLimitView } from "#components/rate-limit/rate-limit-view.tsx";
import { gatewayReportQuery } from "#lib/queries/gateway.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readReport } from "#server/gateway-client/report.ts";

export const metadata: Metadata = { title: "Gateway" };

/** Gateway hosts, the shared rate limit, and its usage in the last hour. */
export default async function GatewayPage() {
  await requireUser("viewGateway");
  const client = new QueryClient();
  await client.prefetchQuery({ ...gatewayReportQuery(), queryFn: readReport });
  return (
    <>
      <ConsoleHeader title="Gateway" />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <RateLimitView />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
