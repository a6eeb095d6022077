"use client";

import { DateRange } from "#components/ui/form/date-range.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import type { BatchFilters } from "#lib/batches/batch-list.ts";
import { t } from "#lib/language/t.ts";
import { type DayPreset, dayPresets, presetOf, spanOf } from "./day-presets.ts";

type Days = { from?: string | undefined; to?: string | undefined };

/** Which batches to show: presets for the days they were opened on, and both spans of days to type or pick. */
export function BatchFilterBar({
  filters,
  today,
  onOpened,
  onClosed,
}: {
  filters: BatchFilters;
  /** The merchant's day, "YYYY-MM-DD". */
  today: string;
  onOpened: (days: Days) => void;
  onClosed: (days: Days) => void;
}) {
  const opened = { from: filters.openedFrom, to: filters.openedTo };
  return (
    <div className="flex flex-wrap items-start gap-3 print:hidden">
      <Segmented<DayPreset>
        label={t("Period")}
        options={dayPresets}
        value={presetOf(opened, today)}
        onChange={(preset) => onOpened(spanOf(preset, today))}
      />
      <div className="flex min-w-0 flex-wrap items-start gap-3 max-sm:w-full">
        <DateRange
          labels={{ from: t("Opened from"), to: t("Opened to") }}
          value={opened}
          onChange={onOpened}
        />
        <DateRange
          labels={{ from: t("Closed from"), to: t("Closed to") }}
          value={{ from: filters.closedFrom, to: filters.closedTo }}
          onChange={onClosed}
        />
      </div>
    </div>
  );
}
