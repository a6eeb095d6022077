import { paths } from "#lib/paths.ts";
import type { ApprovalAsk } from "#lib/payments/approval.ts";

/** Cancels the requests of an action that goes no further, also while the page is closed. One that this doesn't reach expires, unsent. */
export async function cancelRequests(asks: readonly ApprovalAsk[]): Promise<void> {
  const requests = asks.flatMap(({ request }) => request ?? []);
  await Promise.all(
    requests.map(({ id }) =>
      fetch(paths.api.approval(id), { method: "DELETE", keepalive: true }).catch(() => undefined),
    ),
  );
}
