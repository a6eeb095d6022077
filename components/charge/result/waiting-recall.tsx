"use client";

import { RecallStop } from "#components/layout/recalls/recall-bar.tsx";
import { t } from "#lib/language/t.ts";
import type { Recall } from "#lib/payments/recall.ts";

/** In the waiting panel: what waits to be sent, the time left, and the button that stops it. `seenAt` is epoch ms. */
export function WaitingRecall({
  what,
  recall,
  seenAt,
}: {
  /** "$160.00 back to Visa ending 2224". */
  what: string;
  recall: Pick<Recall, "id" | "dueMs">;
  seenAt: number;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3 sm:px-6">
      <p>
        <b className="font-semibold">{what}.</b>{" "}
        <span className="text-muted">{t("Nothing is sent yet.")}</span>
      </p>
      <RecallStop recall={recall} what={what} seenAt={seenAt} />
    </div>
  );
}
