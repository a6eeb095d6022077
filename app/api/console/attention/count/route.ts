import { countUnknownFiles } from "#server/bulk/files.ts";
import { countOpenNotices } from "#server/payments/attempts/notices.ts";
import { countOpen } from "#server/payments/attention.ts";
import { route } from "#server/route.ts";

export const GET = route({ right: "charge" }, async () => {
  const [payments, files, notices] = await Promise.all([
    countOpen(),
    countUnknownFiles(),
    countOpenNotices(),
  ]);
  return { open: payments + files, files, notices };
});
