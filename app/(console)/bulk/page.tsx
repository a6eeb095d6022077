import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { BulkOverview } from "#components/bulk/history/bulk-overview.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { t, translated } from "#lib/language/t.ts";
import { readPage } from "#lib/page.ts";
import { noticesOfQuery } from "#lib/queries/attention.ts";
import { bulkFilesQuery, bulkGroupQuery, toFileSearch } from "#lib/queries/bulk.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listFiles } from "#server/bulk/files.ts";
import { readGroup } from "#server/bulk/groups.ts";
import { listOwnBulkNotices } from "#server/bulk/results/own-notices.ts";
import { toBulkPerson } from "./bulk-person.ts";

export const metadata: Metadata = translated("*", { title: "Bulk" });

/** Running, waiting and past bulk files. */
export default async function BulkPage({ searchParams }: PageProps<"/bulk">) {
  const user = await requireUser("viewBulk");
  const { offset } = await searchParams;
  const search = toFileSearch({ offset: typeof offset === "string" ? offset : undefined });
  const open = toFileSearch({ open: true });
  const client = new QueryClient();
  const list = (query: string) => {
    const address = new URLSearchParams(query);
    return listFiles({ ...readPage(address, 20), open: address.has("open") });
  };
  // First: it reads again what the lists show.
  await client.prefetchQuery({ ...bulkGroupQuery("current"), queryFn: () => readGroup("current") });
  await Promise.all([
    client.prefetchQuery({ ...bulkFilesQuery(search), queryFn: () => list(search) }),
    client.prefetchQuery({ ...bulkFilesQuery(open), queryFn: () => list(open) }),
    client.prefetchQuery({
      ...noticesOfQuery({ bulk: "own" }),
      queryFn: () => listOwnBulkNotices(user.id),
    }),
  ]);
  return (
    <>
      <ConsoleHeader title={t("Bulk")} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <BulkOverview person={toBulkPerson(user)} now={Date.now()} />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
