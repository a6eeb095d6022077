import { leaveQueue } from "#server/payments/leave-queue.ts";
import { route } from "#server/route.ts";

/**
 * Takes the caller's own payment out of the queue, with nothing sent. No action: those of a browser run one at a time,
 * and the payment's own is still running.
 */
export const DELETE = route<{ id: string }>({ right: "charge", writes: true }, async ({ user, params }) => {
  const left = await leaveQueue(user, params.id);
  return left.ok ? { left: true } : Response.json(left.problem, { status: 409 });
});
