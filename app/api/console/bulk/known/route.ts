import { z } from "zod";
import { boundedList } from "#lib/gateway/bounded-list.ts";
import { findKnown } from "#server/bulk/known-rows.ts";
import { readBody } from "#server/read-body.ts";
import { route } from "#server/route.ts";

/** 5000 digests with their quotes and commas, and what is around them. */
const maxBytes = 5000 * 35 + 100;
const question = z.object({ digests: boundedList(z.string().regex(/^[0-9a-f]{32}$/), 5000) });

/**
 * Which of up to 5000 rows were sent before, by their unkeyed digests: too many for an address. What is stored is a keyed
 * digest of those; the key stays on the server.
 */
export const POST = route({ right: "prepareBulk", isWrite: true }, async ({ request }) => {
  const { digests } = await readBody(request, question, maxBytes);
  return findKnown(digests);
});
