import { z } from "zod";
import { findChosen } from "#server/bulk/chosen-file.ts";
import { readBody } from "#server/read-body.ts";
import { route } from "#server/route.ts";

/** One digest. */
const maxBytes = 1024;
const question = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Whether a file with the same bytes is waiting to be sent or was sent before. The digest is not in the URL, where a proxy
 * would log it: for a file with one row it could reveal the card number.
 */
export const POST = route({ right: "prepareBulk", isWrite: true }, async ({ user, request }) => {
  const { sha256 } = await readBody(request, question, maxBytes);
  return findChosen(user.id, sha256);
});
