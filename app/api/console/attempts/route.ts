import { z } from "zod";
import { attemptStates } from "#lib/attempt.ts";
import { listCurrentAttempts } from "#server/payments/follow-up/find-current-attempt.ts";
import { route } from "#server/route.ts";

/** The newest attempts: `mine=1` the caller's own, `state=unknown` in one state, `transaction=KEY` of one transaction. */
export const GET = route({ right: "viewTransactions" }, async ({ user, query }) => {
  const state = z
    .enum(attemptStates)
    .optional()
    .catch(undefined)
    .parse(query.get("state") ?? undefined);
  const transactionKey = query.get("transaction");
  return listCurrentAttempts({
    limit: 50,
    ...(query.get("mine") === "1" && { userId: user.id }),
    ...(state && { states: [state] }),
    ...(transactionKey && { transactionKey }),
  });
});
