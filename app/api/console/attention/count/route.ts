import { readAttention } from "#server/books/attention/read-attention.ts";
import { countUnknownFiles } from "#server/bulk/files.ts";
import { env } from "#server/env.ts";
import { countOpenNotices } from "#server/payments/attempts/notices.ts";
import { countOpen } from "#server/payments/attention.ts";
import { listDelayedRefunds } from "#server/payments/delayed-refunds.ts";
import { route } from "#server/route.ts";

export const GET = route({ right: "charge" }, async ({ user }) => {
  const [payments, files, notices, delayedRefunds, { count }] = await Promise.all([
    countOpen(),
    countUnknownFiles(),
    countOpenNotices(),
    listDelayedRefunds(),
    readAttention(user.role, Date.now()),
  ]);
  const hasRefundDelay = env().refundDelayAboveCents !== undefined;
  return { count, open: payments + files, files, notices, delayedRefunds, hasRefundDelay };
});
