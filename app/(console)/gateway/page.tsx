import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GatewayDesk } from "#components/gateway/gateway-desk.tsx";
import { PageContent } from "#components/layout/page-content.tsx";
import { ConsoleHeader } from "#components/shell/console-header.tsx";
import { gatewayReportQuery } from "#lib/queries/gateway.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readReport } from "#server/gateway/report.ts";

export const metadata: Metadata = { title: "Gateway" };

/** How the gateway's hosts do, the limit that all desks share, and who used what of it in the last hour. */
export default async function GatewayPage() {
  await requireUser("viewGateway");
  const client = new QueryClient();
  await client.prefetchQuery({ ...gatewayReportQuery(), queryFn: readReport });
  return (
    <>
      <ConsoleHeader title="Gateway" />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <GatewayDesk />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
