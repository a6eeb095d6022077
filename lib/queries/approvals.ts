import { queryOptions } from "@tanstack/react-query";
import { paths } from "../paths.ts";
import type { ApprovalNews, ApprovalRequest } from "../payments/approval-request.ts";
import { getJson } from "./get-json.ts";
import { approvalsKey } from "./keys.ts";

/**
 * What waits for the user's decision, and their own requests: the one read behind the navigation's count, the notice on every page, the page Approvals
 * and the dialog that waits. When it changes, what was decided is read again.
 */
export const approvalNewsQuery = () =>
  queryOptions({
    queryKey: [...approvalsKey, "news"] as const,
    queryFn: async ({ client, queryKey }) => {
      const news = await getJson<ApprovalNews>(paths.api.approvals());
      const before = client.getQueryData<ApprovalNews>(queryKey);
      if (before && statesOf(before) !== statesOf(news))
        void client.invalidateQueries({ queryKey: decidedApprovalsQuery().queryKey });
      return news;
    },
    // A request shows on every open page within a second; in the background its title follows later.
    refetchInterval: () => (typeof document !== "undefined" && document.hidden ? 10_000 : 1000),
    refetchIntervalInBackground: true,
  });

const statesOf = ({ toDecide, own }: ApprovalNews) =>
  [...toDecide, ...own].map(({ id, state }) => `${id} ${state}`).join();

/** What was decided or ended on this business day. */
export const decidedApprovalsQuery = () =>
  queryOptions({
    queryKey: [...approvalsKey, "decided"] as const,
    queryFn: () => getJson<ApprovalRequest[]>(paths.api.decidedApprovals()),
    refetchInterval: 10_000,
  });
