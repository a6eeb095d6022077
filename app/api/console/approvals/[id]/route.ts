import { cancelRequest } from "#server/payments/approvals/requests.ts";
import { route } from "#server/route.ts";

/** Cancels the caller's own request. Not a server action: a page that is closed can still send this. */
export const DELETE = route<{ id: string }>({ right: "charge", isWrite: true }, async ({ user, params }) => {
  const canceled = await cancelRequest(user, { request: params.id });
  return canceled.ok ? { canceled: true } : Response.json(canceled.problem, { status: 409 });
});
