import { findField } from "#lib/search/fields.ts";
import { findValues } from "#server/books/search/find-values.ts";
import { route } from "#server/route.ts";

/** Values of a field that begin with `prefix`. */
export const GET = route({ right: "viewTransactions" }, async ({ query }) => {
  const field = findField(query.get("field") ?? "");
  return field ? findValues(field, (query.get("prefix") ?? "").slice(0, 100)) : [];
});
