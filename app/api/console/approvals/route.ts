import type { ApprovalNews } from "#lib/payments/approval-request.ts";
import { readApprovalNews } from "#server/payments/approvals/list-requests.ts";
import { route } from "#server/route.ts";

/** What waits for this person's decision, and their own requests. */
export const GET = route(
  { right: "charge" },
  async ({ user }): Promise<ApprovalNews> => await readApprovalNews(user),
);
