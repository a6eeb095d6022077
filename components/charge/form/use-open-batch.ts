"use client";

import { useBatch } from "#components/layout/use-batch.ts";
import type { ShownBatch } from "#lib/batches/batch-sums.ts";
import { formatMoment, formatTime } from "#lib/format/dates.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { t } from "#lib/language/t.ts";

export type OpenBatch = {
  batch: ShownBatch;
  /** "batch 2184"; "the batch" until its number is known. */
  name: string;
  /** "19:58", with its day when that is not the day it was opened. */
  closes: string | undefined;
  /** When it was read from the gateway, epoch ms. */
  readAt: number;
};

/** The batch that card payments go into now. Without one, `why` is the reason as a sentence. */
export function useOpenBatch(): {
  batch: OpenBatch | undefined;
  why: string | undefined;
  isMissing: boolean;
} {
  const { data, error } = useBatch("current", { refetchInterval: 300_000 });
  if (data?.kind !== "found")
    return { batch: undefined, why: data?.message ?? error?.message, isMissing: data?.kind === "missing" };
  const batch = data.value;
  const name = batch.sequence ? t("batch {sequence}", { sequence: batch.sequence }) : t("the batch");
  return {
    batch: { batch, name, closes: closing(batch), readAt: data.readAt },
    why: undefined,
    isMissing: false,
  };
}

function closing({ opened, scheduled }: Batch): string | undefined {
  if (!scheduled) return undefined;
  const isSameDay = opened?.slice(0, 10) === scheduled.slice(0, 10);
  return isSameDay ? t("today {time}", { time: formatTime(scheduled) }) : formatMoment(scheduled);
}
