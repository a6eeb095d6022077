import { z } from "zod";
import { findKnown } from "#server/bulk/known-lines.ts";
import { postRoute } from "#server/post-route.ts";
import { readBody } from "#server/read-body.ts";

/** 5000 digests with their punctuation, and as much again. */
const mostBytes = 512 * 1024;
const question = z.object({ digests: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(5000) });

/** Which of up to 5000 digests belong to lines that were sent before. A question too long for an address. */
export const POST = postRoute("prepareBulk", async ({ request }) => {
  const { digests } = await readBody(request, question, mostBytes);
  return findKnown(digests);
});
