import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { RateLimitView } from "#components/rate-limit/rate-limit-view.tsx";
import { t, translated } from "#lib/language/t.ts";
import { gatewayReportQuery } from "#lib/queries/gateway.ts";
import { speedQuery } from "#lib/queries/speed.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readReport } from "#server/gateway-client/report.ts";
import { readSpeeds } from "#server/speed/page-speeds.ts";
import { workstation } from "#server/speed/workstation.ts";

export const metadata: Metadata = translated("*", { title: "Gateway" });

/** Gateway hosts, the shared rate limit, its usage in the last hour, and how fast the console is at each workstation. */
export default async function GatewayPage() {
  await requireUser("viewGateway");
  const client = new QueryClient();
  await Promise.all([
    client.prefetchQuery({ ...gatewayReportQuery(), queryFn: readReport }),
    client.prefetchQuery({ ...speedQuery(), queryFn: async () => readSpeeds(await workstation()) }),
  ]);
  return (
    <>
      <ConsoleHeader title={t("Gateway")} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <RateLimitView />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
