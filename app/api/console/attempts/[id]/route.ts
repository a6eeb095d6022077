import { ATTEMPT_ID } from "#lib/attempt.ts";
import { t } from "#lib/language/t.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { cancelAttempt } from "#server/payments/cancel-attempt.ts";
import { findCurrentAttempt } from "#server/payments/follow-up/find-current-attempt.ts";
import { route } from "#server/route.ts";

export const GET = route<{ id: string }>({ right: "viewTransactions" }, async ({ params }) => {
  const attempt = await findCurrentAttempt(params.id);
  if (!attempt)
    return Response.json({ kind: "refused", message: t("There is no such attempt.") }, { status: 404 });
  const queued = attempt.state === "prepared" ? await limiter().placeOf(attempt.id) : undefined;
  return { ...attempt, ...(queued && { queued }) };
});

/**
 * Cancels a command whose connection was lost. `canceled` is false when the command is or may be recorded; otherwise it can no
 * longer be recorded. Not a server action: browsers run those one at a time, and the command's own may still be running.
 */
export const DELETE = route<{ id: string }>(
  { right: "viewTransactions", isWrite: true },
  // An id in another format was made by no form, so nothing can be recorded under it.
  async ({ user, params }) => ({
    canceled: !ATTEMPT_ID.test(params.id) || (await cancelAttempt(user, params.id)),
  }),
);
