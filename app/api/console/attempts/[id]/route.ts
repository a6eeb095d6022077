import { budget } from "#server/gateway/budget/budget.ts";
import { findAttempt } from "#server/journal/store.ts";
import { route } from "#server/route.ts";

export const GET = route<{ id: string }>({ right: "viewTransactions" }, async ({ params }) => {
  const attempt = await findAttempt(params.id);
  if (!attempt)
    return Response.json({ kind: "refused", message: "There is no such attempt." }, { status: 404 });
  const line = attempt.state === "prepared" ? await budget().placeOf(attempt.id) : undefined;
  return { ...attempt, ...(line && { line }) };
});
