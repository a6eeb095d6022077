import { findMapping } from "#server/bulk/mappings.ts";
import { route } from "#server/route.ts";

/** How this person mapped a file with such a header before. */
export const GET = route<{ signature: string }>({ right: "prepareBulk" }, async ({ user, params }) => ({
  mapping: (await findMapping(user.id, params.signature)) ?? null,
}));
