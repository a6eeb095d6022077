import { countOpen } from "#server/payments/attention.ts";
import { countOpenNotices } from "#server/payments/notices.ts";
import { route } from "#server/route.ts";

export const GET = route({ right: "charge" }, async () => {
  const [open, notices] = await Promise.all([countOpen(), countOpenNotices()]);
  return { open, notices };
});
