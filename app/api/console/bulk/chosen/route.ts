import { z } from "zod";
import { refuse } from "#lib/result.ts";
import { findChosen } from "#server/bulk/chosen-file.ts";
import { postRoute } from "#server/post-route.ts";
import { refusal } from "#server/route.ts";
import { readUpTo } from "#server/webhooks/read-up-to.ts";

const question = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Whether a chosen file's very bytes wait for being sent, or were sent before. The digest is in no address, where a proxy
 * would log it: of a file with one row it would give the card number away.
 */
export const POST = postRoute("prepareBulk", async ({ user, request }) => {
  const body = await readUpTo(request, 200);
  if (typeof body === "string") return refusal(413, refuse("The question is too long.").problem);
  const { sha256 } = question.parse(JSON.parse(new TextDecoder().decode(body)));
  return findChosen(user.id, sha256);
});
