import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { InboxBrowser } from "#components/webhooks/inbox-browser.tsx";
import { t, translated } from "#lib/language/t.ts";
import { inboxQuery } from "#lib/queries/webhooks.ts";
import { readInboxFilters, toInboxSearch } from "#lib/webhook-event.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readInbox } from "#server/webhooks/inbox.ts";

export const metadata: Metadata = translated("*", { title: "Webhooks" });

/** Events from the gateway, and whether deliveries work. */
export default async function WebhooksPage({ searchParams }: PageProps<"/webhooks">) {
  await requireUser("viewWebhooks");
  const address = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const filters = readInboxFilters(new URLSearchParams(address));
  const client = new QueryClient();
  client.setQueryData(inboxQuery(toInboxSearch(filters)).queryKey, await readInbox(filters));
  return (
    <>
      <ConsoleHeader title={t("Webhooks")} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <InboxBrowser now={Date.now()} />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
