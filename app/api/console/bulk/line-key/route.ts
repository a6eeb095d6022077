import { lineKey } from "#server/bulk/known-lines.ts";
import { route } from "#server/route.ts";

/** The key under which the desk makes digests of lines, to ask which were sent before. */
export const GET = route({ right: "prepareBulk" }, async () => ({ key: await lineKey() }));
