import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AttentionView } from "#components/attention/attention-view.tsx";
import { translated } from "#lib/language/t.ts";
import {
  attentionQuery,
  noticesQuery,
  openOrdersQuery,
  otherAttentionQuery,
  recentlyResolvedQuery,
  unknownFilesQuery,
} from "#lib/queries/attention.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listOther } from "#server/books/attention/read-attention.ts";
import { listUnknownFiles } from "#server/bulk/files.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";
import { listOpen, listRecentlyResolved } from "#server/payments/attention.ts";
import { listOpenOrders } from "#server/payments/orders/list-open.ts";

export const metadata: Metadata = translated("*", { title: "Attention" });

/** Unacknowledged notices, orders that are paid in part, payments and bulk files whose answer was lost, and what else waits for a person. */
export default async function AttentionPage() {
  const { role } = await requireUser("charge");
  const client = new QueryClient();
  const [notices, orders, open, files, other, settled] = await Promise.all([
    listOpenNotices(),
    listOpenOrders(),
    listOpen(),
    listUnknownFiles(),
    listOther(role, Date.now()),
    listRecentlyResolved(),
  ]);
  client.setQueryData(noticesQuery().queryKey, notices);
  client.setQueryData(openOrdersQuery().queryKey, orders);
  client.setQueryData(attentionQuery({ mine: false }).queryKey, open);
  client.setQueryData(unknownFilesQuery({ mine: false }).queryKey, files);
  client.setQueryData(otherAttentionQuery().queryKey, other);
  client.setQueryData(recentlyResolvedQuery().queryKey, settled);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AttentionView now={Date.now()} />
    </HydrationBoundary>
  );
}
