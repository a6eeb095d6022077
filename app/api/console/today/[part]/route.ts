import { t } from "#lib/language/t.ts";
import { isTodayPart, readTodayPart } from "#server/books/today/read-part.ts";
import { refusal, route } from "#server/route.ts";

/** One part of the Today page. Costs the gateway nothing. */
export const GET = route<{ part: string }>({ right: "viewToday" }, async ({ params: { part }, user }) =>
  isTodayPart(part)
    ? readTodayPart(part, user.role)
    : refusal(404, { kind: "refused", message: t("No such part.") }),
);
