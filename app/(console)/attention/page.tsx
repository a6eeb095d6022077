import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AttentionView } from "#components/attention/attention-view.tsx";
import { attentionQuery, noticesQuery, recentlySettledQuery } from "#lib/queries/attention.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listOpen, listRecentlySettled } from "#server/payments/attention.ts";
import { listOpenNotices } from "#server/payments/notices.ts";

export const metadata: Metadata = { title: "Attention" };

/** Unacknowledged notices, and payments whose answer was lost. */
export default async function AttentionPage() {
  await requireUser("charge");
  const client = new QueryClient();
  const [notices, open, settled] = await Promise.all([listOpenNotices(), listOpen(), listRecentlySettled()]);
  client.setQueryData(noticesQuery().queryKey, notices);
  client.setQueryData(attentionQuery({ mine: false }).queryKey, open);
  client.setQueryData(recentlySettledQuery().queryKey, settled);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AttentionView now={Date.now()} />
    </HydrationBoundary>
  );
}
