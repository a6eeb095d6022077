import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ApprovalsView } from "#components/approvals/approvals-view.tsx";
import { translated } from "#lib/language/t.ts";
import { approvalNewsQuery, decidedApprovalsQuery } from "#lib/queries/approvals.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listDecided, readApprovalNews } from "#server/payments/approvals/list-requests.ts";

export const metadata: Metadata = translated("*", { title: "Approvals" });

/** Requests to go above a limit: those to decide, one's own, and what was decided today. */
export default async function ApprovalsPage() {
  const user = await requireUser("charge");
  const client = new QueryClient();
  const [news, decided] = await Promise.all([readApprovalNews(user), listDecided(user)]);
  client.setQueryData(approvalNewsQuery().queryKey, news);
  client.setQueryData(decidedApprovalsQuery().queryKey, decided);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ApprovalsView />
    </HydrationBoundary>
  );
}
