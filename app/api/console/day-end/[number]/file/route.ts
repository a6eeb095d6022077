import { t } from "#lib/language/t.ts";
import { findReport } from "#server/books/day-end/signed-days.ts";
import { refusal, route } from "#server/route.ts";

/** The signed day as one HTML file that checks itself. */
export const GET = route<{ number: string }>({ right: "signDay" }, async ({ params }) => {
  const number = /^\d{1,9}$/.test(params.number) ? Number(params.number) : 0;
  const found = await findReport(number);
  if (!found) return refusal(404, { kind: "refused", message: t("No day was signed with this number.") });
  return new Response(found.file, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-disposition": `attachment; filename="day-${found.day}-${number}.html"`,
    },
  });
});
