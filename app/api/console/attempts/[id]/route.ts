import { t } from "#lib/language/t.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { findPresent } from "#server/payments/follow-up/find-present.ts";
import { route } from "#server/route.ts";

export const GET = route<{ id: string }>({ right: "viewTransactions" }, async ({ params }) => {
  const attempt = await findPresent(params.id);
  if (!attempt)
    return Response.json({ kind: "refused", message: t("There is no such attempt.") }, { status: 404 });
  const queued = attempt.state === "prepared" ? await limiter().placeOf(attempt.id) : undefined;
  return { ...attempt, ...(queued && { queued }) };
});
