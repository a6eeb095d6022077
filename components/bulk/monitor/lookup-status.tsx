"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { Checklist, ChecklistItem } from "#components/ui/list/checklist.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { momentIn } from "#lib/time.ts";

/** Where a file whose answer was lost was looked for, up to when, and what was there; and when the next lookup is. */
export function LookupStatus({ file: { search, nextLookupAt } }: { file: BulkFile }) {
  const { timeZone } = useMerchant();
  const clock = (at: number) => formatTime(momentIn(timeZone, at), { seconds: true });
  return (
    <Checklist>
      {search?.places.map(({ place, name, upTo, seen }) => (
        <ChecklistItem key={place} tone="unknown" icon="pending">
          <span className="text-ink">{translate(name)}</span>
          <span className="wrap-anywhere">
            {" "}
            {t("at {clock}: {seen}", { clock: clock(upTo), seen: translate(seen) })}
          </span>
        </ChecklistItem>
      ))}
      {!search?.places.length && (
        <ChecklistItem tone="unknown" icon="pending">
          {search?.lookups ? t("The gateway could not be asked so far.") : t("Not looked for yet.")}
        </ChecklistItem>
      )}
      {nextLookupAt !== undefined && <NextLookup at={nextLookupAt} lookups={search?.lookups ?? 0} />}
    </Checklist>
  );
}

function NextLookup({ at, lookups }: { at: number; lookups: number }) {
  const now = useNow();
  if (now === undefined) return null;
  const seconds = Math.ceil((at - now) / 1000);
  return (
    <ChecklistItem tone="accent" icon="search">
      {seconds > 0
        ? t("Next lookup in {duration}, {lookups} so far", {
            duration: formatDuration(seconds),
            lookups: countOf(lookups, "lookup"),
          })
        : t("Looking now, {lookups} so far", { lookups: countOf(lookups, "lookup") })}
    </ChecklistItem>
  );
}
