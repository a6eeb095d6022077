import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { EventView } from "#components/webhooks/event-view.tsx";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { inboxEventQuery } from "#lib/queries/webhooks.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { findEvent } from "#server/webhooks/inbox.ts";

export const metadata: Metadata = translated("*", { title: "Event" });

/** One event of the inbox. */
export default async function WebhookEventPage({ params }: PageProps<"/webhooks/[id]">) {
  await requireUser("viewWebhooks");
  const { id } = await params;
  const event = (await findEvent(id)) ?? null;
  const client = new QueryClient();
  client.setQueryData(inboxEventQuery(id).queryKey, event);
  return (
    <>
      <ConsoleHeader title={t("Event")} trail={[{ href: paths.webhooks(), label: t("Webhooks") }]} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <EventView id={id} now={Date.now()} />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
