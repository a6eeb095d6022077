import { ATTEMPT_ID } from "#lib/attempt.ts";
import { t } from "#lib/language/t.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { cancelAttempt } from "#server/payments/cancel-attempt.ts";
import { findPresent } from "#server/payments/follow-up/find-present.ts";
import { route } from "#server/route.ts";

export const GET = route<{ id: string }>({ right: "viewTransactions" }, async ({ params }) => {
  const attempt = await findPresent(params.id);
  if (!attempt)
    return Response.json({ kind: "refused", message: t("There is no such attempt.") }, { status: 404 });
  const queued = attempt.state === "prepared" ? await limiter().placeOf(attempt.id) : undefined;
  return { ...attempt, ...(queued && { queued }) };
});

/**
 * Gives up a command whose connection was lost: `canceled` is false when it is recorded, else no request can have it recorded any
 * more. Not a server action: a browser runs those one at a time, and the command's own may still be running.
 */
export const DELETE = route<{ id: string }>(
  { right: "viewTransactions", writes: true },
  // No form has made another id.
  async ({ user, params }) => ({
    canceled: !ATTEMPT_ID.test(params.id) || (await cancelAttempt(user, params.id)),
  }),
);
