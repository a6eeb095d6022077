import type { ApprovalRequest } from "#lib/payments/approval-request.ts";
import { listDecided } from "#server/payments/approvals/list-requests.ts";
import { route } from "#server/route.ts";

/** What was decided or ended on this business day. */
export const GET = route(
  { right: "charge" },
  async ({ user }): Promise<ApprovalRequest[]> => await listDecided(user),
);
