import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { ReconciliationView } from "#components/reconciliation/reconciliation-view.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { reconciliationQuery } from "#lib/queries/reconciliation.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readReconciliation } from "#server/books/reconciliation/read-reconciliation.ts";
import { env } from "#server/env.ts";
import { asCaller } from "#server/gateway-client/caller.ts";

export const metadata: Metadata = translated("*", { title: "Reconciliation" });

/** A batch against the journal, and the signature under it. */
export default async function ReconciliationPage({ params }: PageProps<"/batches/[key]/reconciliation">) {
  const user = await requireUser("reconcile");
  const { key } = await params;
  const client = new QueryClient();
  const found = await client.fetchQuery({
    ...reconciliationQuery(key),
    queryFn: () => asCaller(user, () => readReconciliation(key)),
  });
  const title =
    found.kind === "found"
      ? t("Batch {batchName} reconciliation", { batchName: found.value.batchName })
      : t("Reconciliation");
  return (
    <>
      <ConsoleHeader title={title} trail={[{ href: paths.batches(), label: t("Batches") }]} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <ReconciliationView
            batchKey={key}
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
