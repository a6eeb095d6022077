import { findAttempt } from "#server/journal/store.ts";
import { route } from "#server/route.ts";

export const GET = route<{ id: string }>({ right: "viewTransactions" }, async ({ params }) => {
  const attempt = await findAttempt(params.id);
  return attempt ?? Response.json({ kind: "refused", message: "There is no such attempt." }, { status: 404 });
});
