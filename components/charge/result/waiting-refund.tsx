"use client";

import { DelayedRefundStop } from "#components/layout/delayed-refunds/delayed-refund-bar.tsx";
import { t } from "#lib/language/t.ts";
import type { DelayedRefund } from "#lib/payments/delayed-refund.ts";

/** In the waiting panel: what waits to be sent, the time left, and the button that stops it. `seenAt` is epoch ms. */
export function WaitingRefund({
  what,
  delayedRefund,
  seenAt,
}: {
  /** "$160.00 back to Visa ending 2224". */
  what: string;
  delayedRefund: Pick<DelayedRefund, "id" | "dueMs">;
  seenAt: number;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3 sm:px-6">
      <p>
        <b className="font-semibold">{what}.</b>{" "}
        <span className="text-muted">{t("Nothing is sent yet.")}</span>
      </p>
      <DelayedRefundStop delayedRefund={delayedRefund} what={what} seenAt={seenAt} />
    </div>
  );
}
