import { countOpen } from "#server/journal/attention.ts";
import { route } from "#server/route.ts";

export const GET = route({ right: "charge" }, async () => ({ open: await countOpen() }));
