import { requireProof } from "#server/auth/require-proof.ts";
import { writeExport } from "#server/books/exports/write-export.ts";
import { refusal, route } from "#server/route.ts";

/** A file of transactions or of their daily summary, recorded under the caller's name. */
export const GET = route({ right: "export", keepsSessionAlive: true }, async ({ query, user }) => {
  const proved = await requireProof(user, undefined);
  if (!proved.ok) return refusal(403, proved.problem);
  const written = await writeExport(query, user);
  if (written.kind === "refused")
    return refusal(written.status, { kind: "refused", message: written.message });
  return new Response(written.body as BodyInit, {
    headers: {
      "content-type": written.type,
      "content-disposition": `attachment; filename="${written.name}"`,
    },
  });
});
