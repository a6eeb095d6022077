import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AttentionView } from "#components/attention/attention-view.tsx";
import {
  attentionQuery,
  noticesQuery,
  recentlySettledQuery,
  unknownFilesQuery,
} from "#lib/queries/attention.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listUnknownFiles } from "#server/bulk/files.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { listOpen, listRecentlySettled } from "#server/payments/attention.ts";

export const metadata: Metadata = { title: "Attention" };

/** Unacknowledged notices, and payments and bulk files whose answer was lost. */
export default async function AttentionPage() {
  await requireUser("charge");
  const client = new QueryClient();
  const [notices, open, files, settled] = await Promise.all([
    listOpenNotices(),
    listOpen(),
    listUnknownFiles(),
    listRecentlySettled(),
  ]);
  client.setQueryData(noticesQuery().queryKey, notices);
  client.setQueryData(attentionQuery({ mine: false }).queryKey, open);
  client.setQueryData(unknownFilesQuery({ mine: false }).queryKey, files);
  client.setQueryData(recentlySettledQuery().queryKey, settled);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AttentionView now={Date.now()} />
    </HydrationBoundary>
  );
}
