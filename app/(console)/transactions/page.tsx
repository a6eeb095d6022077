import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { readAttemptState } from "#components/transactions/attempts/attempt-filter.ts";
import { AttemptsPanel } from "#components/transactions/attempts/attempts-panel.tsx";
import { FindTransaction } from "#components/transactions/find-transaction.tsx";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listPresent } from "#server/payments/follow-up/find-present.ts";

export const metadata: Metadata = { title: "Transactions" };

/** The newest payments taken on this console, and a search by key. */
export default async function TransactionsPage({ searchParams }: PageProps<"/transactions">) {
  await requireUser("viewTransactions");
  const state = readAttemptState((await searchParams).state);
  const client = new QueryClient();
  client.setQueryData(
    attemptsQuery(state ? { state } : {}).queryKey,
    await listPresent({ limit: 50, ...(state && { states: [state] }) }),
  );
  return (
    <>
      <ConsoleHeader title="Transactions" />
      <PageContent>
        <FindTransaction />
        <HydrationBoundary state={dehydrate(client)}>
          <AttemptsPanel now={Date.now()} />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
