import { t } from "#lib/language/t.ts";
import { findCustomer } from "#server/books/cards/list-customers.ts";
import { refusal, route } from "#server/route.ts";

/** The customer `id` with saved cards and payments. */
export const GET = route(
  { right: "charge" },
  async ({ query }) =>
    (await findCustomer(query.get("id") ?? "")) ??
    refusal(404, { kind: "refused", message: t("This customer is no longer on the list.") }),
);
