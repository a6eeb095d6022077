"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { unreadFilesText } from "#lib/books/coverage.ts";
import { formatCheckCoverage } from "#lib/books/format-check-coverage.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDayStart, zoneName } from "#lib/format/dates.ts";
import { formatAge } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { useToday } from "./use-today.ts";

/** What the day's figures are counted from, how old it is, and when the day begins. */
export function CoverageNote() {
  const { timeZone } = useMerchant();
  const { data } = useToday("coverage");
  if (!data) return null;
  const { transactions, openReadAt, hasOpenBatch, checks, unreadFiles, now, dayStart } = data;
  const unread = [formatCheckCoverage(checks), unreadFilesText(unreadFiles)].filter(Boolean);
  return (
    <FootNote>
      <span>
        {!hasOpenBatch
          ? t("Counted from {transactions}, no batch open", {
              transactions: countOf(transactions, "transaction"),
            })
          : openReadAt === undefined
            ? t("Counted from {transactions}, open batch not read yet", {
                transactions: countOf(transactions, "transaction"),
              })
            : t("Counted from {transactions}, open batch read {age}", {
                transactions: countOf(transactions, "transaction"),
                age: formatAge((now - openReadAt) / 1000),
              })}
      </span>
      {unread.map((text) => (
        <span key={text}>{text}</span>
      ))}
      <span>
        {t("The day begins at {hour} in {zoneName}", {
          hour: formatDayStart(dayStart),
          zoneName: zoneName(timeZone),
        })}
      </span>
    </FootNote>
  );
}
