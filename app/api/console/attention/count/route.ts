import { countOpen } from "#server/journal/attention.ts";
import { countOpenNotices } from "#server/journal/notices.ts";
import { route } from "#server/route.ts";

export const GET = route({ right: "charge" }, async () => {
  const [open, notices] = await Promise.all([countOpen(), countOpenNotices()]);
  return { open, notices };
});
