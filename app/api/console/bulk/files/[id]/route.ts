import { t } from "#lib/language/t.ts";
import { findFile } from "#server/bulk/files.ts";
import { refusal, route } from "#server/route.ts";

/** One file, from our own store. Polled often while it waits for approval. */
export const GET = route<{ id: string }>({ right: "viewBulk" }, async ({ params }) => {
  return (
    (await findFile(params.id)) ?? refusal(404, { kind: "refused", message: t("There is no such file.") })
  );
});
