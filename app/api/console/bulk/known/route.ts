import { z } from "zod";
import { findKnown } from "#server/bulk/known-lines.ts";
import { postRoute } from "#server/post-route.ts";

const question = z.object({ digests: z.array(z.string().regex(/^[0-9a-f]{32}$/)).max(5000) });

/** Which of up to 5000 digests belong to lines that were sent before. A question too long for an address. */
export const POST = postRoute("prepareBulk", async ({ request }) => {
  const { digests } = question.parse(await request.json());
  return findKnown(digests);
});
