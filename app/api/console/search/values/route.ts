import { findField } from "#lib/search/fields.ts";
import { findValues } from "#server/books/search/find-values.ts";
import { oneAtATime } from "#server/books/search/one-at-a-time.ts";
import { route } from "#server/route.ts";

/** Values of a field that begin with `prefix`. */
export const GET = route({ right: "viewTransactions" }, async ({ user, query }) => {
  const field = findField(query.get("field") ?? "");
  const prefix = (query.get("prefix") ?? "").slice(0, 100);
  return field ? oneAtATime(user.id, "values", () => findValues(field, prefix)) : [];
});
