import { t } from "#lib/language/t.ts";
import { previewExport } from "#server/books/exports/preview-export.ts";
import { refusal, route } from "#server/route.ts";

/** How many rows an export would hold, and how its file begins. */
export const GET = route({ right: "export" }, async ({ query, user }) => {
  const preview = await previewExport(query, user);
  return (
    preview ?? refusal(400, { kind: "refused", message: t("This address doesn't name any transactions.") })
  );
});
