import { leaveQueue } from "#server/payments/leave-queue.ts";
import { route } from "#server/route.ts";

/**
 * Cancels the caller's queued payment before it is sent. Not a server action: a browser runs those one at a time, and the
 * payment's action is still running.
 */
export const DELETE = route<{ id: string }>({ right: "charge", isWrite: true }, async ({ user, params }) => {
  const left = await leaveQueue(user, params.id);
  return left.ok ? { left: true } : Response.json(left.problem, { status: 409 });
});
