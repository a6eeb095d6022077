import { z } from "zod";
import { refuse } from "#lib/result.ts";
import { findKnown } from "#server/bulk/known-lines.ts";
import { postRoute } from "#server/post-route.ts";
import { refusal } from "#server/route.ts";
import { readUpTo } from "#server/webhooks/read-up-to.ts";

const question = z.object({ digests: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(5000) });
/** 5000 digests with their quotes and commas, and what is around them. */
const mostBytes = 5000 * 35 + 100;

/**
 * Which of up to 5000 rows were sent before, by their unkeyed digests: too many for an address. What is stored is a keyed
 * digest of those; the key stays on the server.
 */
export const POST = postRoute("prepareBulk", async ({ request }) => {
  const body = await readUpTo(request, mostBytes);
  if (typeof body === "string") return refusal(413, refuse("The question about rows is too long.").problem);
  const { digests } = question.parse(JSON.parse(new TextDecoder().decode(body)));
  return findKnown(digests);
});
