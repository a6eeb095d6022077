import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { batchesOf, nameOfBatch } from "#components/batches/batch-row.ts";
import { BatchDetail } from "#components/batches/detail/batch-detail.tsx";
import { toPageSearch } from "#components/batches/page-search.ts";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { Notices } from "#components/payment-result/notices/notices.tsx";
import { t, translated } from "#lib/language/t.ts";
import { readPage } from "#lib/page.ts";
import { paths } from "#lib/paths.ts";
import { noticesOfQuery } from "#lib/queries/attention.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { batchSyncQuery, batchTransactionsQuery } from "#lib/queries/batches.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { env } from "#server/env.ts";
import { readBatchSync } from "#server/gateway-cache/batch-sync.ts";
import { listBatchTransactions } from "#server/gateway-cache/batch-transactions.ts";
import { readBatch } from "#server/gateway-cache/batches.ts";
import { asCaller } from "#server/gateway-client/caller.ts";
import { listNoticesOf } from "#server/payments/attempts/notices.ts";

export const metadata: Metadata = translated("*", { title: "Batch" });

/** One batch. */
export default async function BatchPage({ params, searchParams }: PageProps<"/batches/[key]">) {
  const user = await requireUser("viewBatches");
  const { key } = await params;
  const { limit, offset } = await searchParams;
  const page = readPage(
    new URLSearchParams({
      ...(typeof limit === "string" && { limit }),
      ...(typeof offset === "string" && { offset }),
    }),
  );
  const client = new QueryClient();
  const batch = await client.fetchQuery({
    ...batchQuery(key),
    queryFn: () => asCaller(user, () => readBatch(key)),
  });
  const listKey = batchTransactionsQuery(key, toPageSearch(page)).queryKey;
  const listed =
    batch.kind === "found"
      ? await client.fetchQuery({
          queryKey: listKey,
          queryFn: () => asCaller(user, () => listBatchTransactions(key, page)),
        })
      : undefined;
  const syncKey = batchSyncQuery(key).queryKey;
  if (listed) await client.fetchQuery({ queryKey: syncKey, queryFn: () => readBatchSync(key) });
  // After the transactions were read: reading them may have shown what contradicts a decision.
  if (batch.kind === "found" && batch.value.key) {
    const subject = { batch: batch.value.key };
    client.setQueryData(noticesOfQuery(subject).queryKey, await listNoticesOf(subject));
  }
  const { merchantName } = env();
  const names = listed?.kind === "found" ? batchesOf(listed.value.data) : [];
  const title =
    batch.kind === "found" ? t("Batch {batch}", { batch: nameOfBatch(batch.value, names) }) : t("Batch");
  return (
    <>
      <ConsoleHeader title={title} trail={[{ href: paths.batches(), label: t("Batches") }]} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          {batch.kind === "found" && batch.value.key && (
            <Notices subject={{ batch: batch.value.key }} now={Date.now()} />
          )}
          <BatchDetail
            batchKey={key}
            now={Date.now()}
            printedBy={t("{merchantName}, printed by {name}", { merchantName, name: user.name })}
          />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
