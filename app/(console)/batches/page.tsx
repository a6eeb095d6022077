import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { BatchBrowser } from "#components/batches/list/batch-browser.tsx";
import { toBatchSearch } from "#components/batches/page-search.ts";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { readBatchFilters } from "#lib/batches/batch-list.ts";
import { t, translated } from "#lib/language/t.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { batchesQuery } from "#lib/queries/batches.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { env } from "#server/env.ts";
import { listBatches, readBatch } from "#server/gateway-cache/batches.ts";
import { asCaller } from "#server/gateway-client/caller.ts";

export const metadata: Metadata = translated("*", { title: "Batches" });

/** The open batch and all others, found by their days. */
export default async function BatchesPage({ searchParams }: PageProps<"/batches">) {
  const user = await requireUser("viewBatches");
  const filters = readBatchFilters(toParams(await searchParams));
  const client = new QueryClient();
  await asCaller(user, () =>
    Promise.all([
      client.prefetchQuery({ ...batchQuery("current"), queryFn: () => readBatch("current") }),
      client.prefetchQuery({
        ...batchesQuery(toBatchSearch(filters)),
        queryFn: () => listBatches(filters),
      }),
    ]),
  );
  return (
    <>
      <ConsoleHeader title={t("Batches")} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <BatchBrowser
            now={Date.now()}
            printedBy={t("{merchantName}, printed by {name}", {
              merchantName: env().merchantName,
              name: user.name,
            })}
          />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}

function toParams(address: Record<string, string | string[] | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(address).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
