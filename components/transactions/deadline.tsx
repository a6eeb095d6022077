"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatDuration } from "#lib/format/durations.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { t } from "#lib/language/t.ts";
import { momentIn, secondsBetween } from "#lib/time.ts";

/** How long the batch of a payment stays open; nothing where that isn't known. */
export function Deadline({ batch }: { batch: Batch | undefined }) {
  const { timeZone } = useMerchant();
  const now = useNow(15_000);
  if (now === undefined || batch?.status !== "open" || !batch.scheduled || !batch.opened) return null;
  const clock = momentIn(timeZone, now);
  const left = secondsBetween(clock, batch.scheduled);
  // Before its opening the gateway's clock differs from ours, so the time left is unknown.
  if (!(left > 0) || secondsBetween(batch.opened, clock) < -60) return null;
  return (
    <StatusLabel tone="neutral" icon="clock">
      {t("Batch closes in {rest}", {
        rest: left >= 120 ? formatDuration(left - (left % 60)) : formatDuration(left),
      })}
    </StatusLabel>
  );
}
