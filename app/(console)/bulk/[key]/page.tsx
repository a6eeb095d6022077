import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GroupView } from "#components/bulk/monitor/group-view.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { bulkGroupQuery, bulkSamplesQuery } from "#lib/queries/bulk.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readGroup } from "#server/bulk/groups.ts";
import { listSamples } from "#server/bulk/results/readings.ts";
import { toBulkPerson } from "../bulk-person.ts";

export const metadata: Metadata = translated("*", { title: "Bulk file" });

/** One bulk file, by the key of its group or its own id. */
export default async function BulkGroupPage({ params }: PageProps<"/bulk/[key]">) {
  const user = await requireUser("viewBulk");
  const { key } = await params;
  const client = new QueryClient();
  const watched = await client.fetchQuery({ ...bulkGroupQuery(key), queryFn: () => readGroup(key) });
  const { group, file } = watched.kind === "found" ? watched.value : {};
  const groupKey = group?.bulk_key ?? key;
  if (group)
    await client.prefetchQuery({ ...bulkSamplesQuery(groupKey), queryFn: () => listSamples(groupKey) });
  return (
    <>
      <ConsoleHeader
        title={file?.name ?? group?.filename ?? t("Bulk file")}
        trail={[{ href: paths.bulk(), label: t("Bulk") }]}
      />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <GroupView groupKey={key} person={toBulkPerson(user)} now={Date.now()} />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
