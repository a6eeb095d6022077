import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ExportsPanel } from "#components/exports/exports-panel.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { SearchView } from "#components/search/search-view.tsx";
import { ViewTabs } from "#components/search/views/view-tabs.tsx";
import { readAttemptState } from "#components/transactions/attempts/attempt-filter.ts";
import { AttemptsPanel } from "#components/transactions/attempts/attempts-panel.tsx";
import { t, translated } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { attemptsQuery } from "#lib/queries/attempts.ts";
import { type SearchPage, savedViewsQuery, searchQuery } from "#lib/queries/search.ts";
import type { SearchAnswer } from "#lib/search/found.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listExports } from "#server/books/exports/list-exports.ts";
import { answerSearch } from "#server/books/search/answer-search.ts";
import { readSearch } from "#server/books/search/read-search.ts";
import { listViews } from "#server/books/search/saved-views.ts";
import { listCurrentAttempts } from "#server/payments/follow-up/find-current-attempt.ts";
import { RefusedBodyError } from "#server/read-body.ts";

export const metadata: Metadata = translated("*", { title: "Transactions" });

/** Every transaction the console knows, found by one box; as tabs, the log of the commands that went through it, and the exports. */
export default async function TransactionsPage({ searchParams }: PageProps<"/transactions">) {
  const user = await requireUser("viewTransactions");
  const address = await searchParams;
  const text = (name: string) => (typeof address[name] === "string" ? address[name] : null);
  const client = new QueryClient();
  client.setQueryData(savedViewsQuery().queryKey, await listViews(user));
  const isLog = address.view === "log" && may(user.role, "viewCommandLog");
  const exports = address.view === "exports" && may(user.role, "export") ? await listExports() : undefined;
  if (isLog) {
    const state = readAttemptState(address.state);
    client.setQueryData(
      attemptsQuery(state ? { state } : {}).queryKey,
      await listCurrentAttempts({ limit: 50, ...(state && { states: [state] }) }),
    );
  } else if (!exports) {
    const page = { q: text("q") ?? "", older: text("older"), newer: text("newer") };
    const answer = await answerPage(page);
    if (answer) client.setQueryData(searchQuery(page).queryKey, answer);
  }
  return (
    <>
      <ConsoleHeader title={t("Transactions")} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          {isLog && (
            <>
              <ViewTabs list="log" />
              <AttemptsPanel now={Date.now()} />
            </>
          )}
          {exports && (
            <>
              <ViewTabs list="exports" />
              <ExportsPanel exports={exports} now={Date.now()} />
            </>
          )}
          {!isLog && !exports && <SearchView now={Date.now()} />}
        </HydrationBoundary>
      </PageContent>
    </>
  );
}

/** Undefined for a search that is refused: the box asks again, and says why. */
async function answerPage({ q, older, newer }: SearchPage): Promise<SearchAnswer | undefined> {
  try {
    return await answerSearch(readSearch(q), { older: older ?? undefined, newer: newer ?? undefined });
  } catch (error) {
    if (error instanceof RefusedBodyError) return undefined;
    throw error;
  }
}
