import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CardsView } from "#components/cards/cards-view.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { t, translated } from "#lib/language/t.ts";
import { cardsQuery } from "#lib/queries/cards.ts";
import { monthIn } from "#lib/time.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listCards } from "#server/books/cards/list-cards.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "Saved cards" });

/** The saved cards and customers this console knows: finding, charging, saving and forgetting them. */
export default async function CardsPage({ searchParams }: PageProps<"/cards">) {
  await requireUser("charge");
  const { tab } = await searchParams;
  const now = Date.now();
  const client = new QueryClient();
  client.setQueryData(cardsQuery("").queryKey, await listCards("", 0));
  return (
    <>
      <ConsoleHeader title={t("Saved cards")} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <CardsView
            first={tab === "customers" ? tab : "cards"}
            now={now}
            currentMonth={monthIn(env().gatewayTimeZone, now)}
          />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
