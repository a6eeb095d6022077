"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { formatCheckCoverage } from "#lib/books/format-check-coverage.ts";
import { countOf } from "#lib/format/counts.ts";
import { zoneName } from "#lib/format/dates.ts";
import { formatAge } from "#lib/format/durations.ts";
import { formatHour } from "#lib/today/figures.ts";
import { useToday } from "./use-today.ts";

/** What the day's figures are counted from, how old it is, and when the day begins. */
export function CoverageNote() {
  const { timeZone } = useMerchant();
  const { data } = useToday("coverage");
  if (!data) return null;
  const { transactions, openReadAt, checks, now, dayStart } = data;
  const checksText = formatCheckCoverage(checks);
  return (
    <FootNote>
      <span>
        Counted from {countOf(transactions, "transaction")}
        {openReadAt === undefined
          ? ", open batch not read yet"
          : `, open batch read ${formatAge((now - openReadAt) / 1000)}`}
      </span>
      {checksText && <span>{checksText}</span>}
      <span>
        The day begins at {formatHour(dayStart, 0)} in {zoneName(timeZone)}
      </span>
    </FootNote>
  );
}
