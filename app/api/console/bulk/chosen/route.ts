import { z } from "zod";
import { findChosen } from "#server/bulk/chosen-file.ts";
import { readBody } from "#server/read-body.ts";
import { route } from "#server/route.ts";

/** One digest. */
const mostBytes = 1024;
const question = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Whether a chosen file's very bytes wait for being sent, or were sent before. The digest is in no address, where a proxy
 * would log it: of a file with one row it would give the card number away.
 */
export const POST = route({ right: "prepareBulk", writes: true }, async ({ user, request }) => {
  const { sha256 } = await readBody(request, question, mostBytes);
  return findChosen(user.id, sha256);
});
