import { listCustomers } from "#server/books/cards/list-customers.ts";
import { route } from "#server/route.ts";

/** The customers that match `q`, from `offset` on. */
export const GET = route({ right: "charge" }, ({ query }) => {
  const offset = Number(query.get("offset") ?? 0);
  return listCustomers(
    (query.get("q") ?? "").slice(0, 100),
    Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  );
});
