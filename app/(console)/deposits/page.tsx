import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { DepositsView } from "#components/deposits/deposits-view.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { readDepositFilters, toDepositSearch } from "#lib/deposits/deposits-view.ts";
import { t, translated } from "#lib/language/t.ts";
import { depositsQuery } from "#lib/queries/deposits.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readDeposits } from "#server/books/deposits/view.ts";

export const metadata: Metadata = translated("*", { title: "Deposits" });

/** What reached the bank, and which batches it pays. */
export default async function DepositsPage({ searchParams }: PageProps<"/deposits">) {
  await requireUser("manageDeposits");
  const address = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const filters = readDepositFilters(new URLSearchParams(address));
  const client = new QueryClient();
  client.setQueryData(depositsQuery(toDepositSearch(filters)).queryKey, await readDeposits(filters));
  return (
    <>
      <ConsoleHeader title={t("Deposits")} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <DepositsView />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
