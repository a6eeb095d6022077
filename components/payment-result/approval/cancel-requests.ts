import type { ApprovalAsk } from "#lib/payments/approval.ts";
import { cancelApproval } from "#server/actions/approvals.ts";

/** Cancels the requests of an action that goes no further. One that this doesn't reach ends by itself, unsent. */
export async function cancelRequests(asks: readonly ApprovalAsk[]): Promise<void> {
  const requests = asks.flatMap(({ request }) => request ?? []);
  await Promise.all(requests.map(({ id }) => cancelApproval({ request: id }).catch(() => undefined)));
}
