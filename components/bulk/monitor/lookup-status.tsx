"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { Tick, TickList } from "#components/ui/list/tick-list.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { said } from "#lib/language/said.ts";
import { t } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";

/** Where a file whose answer was lost was looked for, up to when, and what was there; and when the next lookup is. */
export function Looked({ file: { search, nextLookupAt } }: { file: BulkFile }) {
  const { timeZone } = useMerchant();
  const clock = (at: number) => formatTime(momentIn(timeZone, at), { seconds: true });
  return (
    <TickList>
      {search?.places.map(({ place, name, upTo, seen }) => (
        <Tick key={place} tone="unknown" icon="pending">
          <span className="text-ink">{said(name)}</span>
          <span className="wrap-anywhere">
            {" "}
            {t("at {clock}: {seen}", { clock: clock(upTo), seen: said(seen) })}
          </span>
        </Tick>
      ))}
      {!search?.places.length && (
        <Tick tone="unknown" icon="pending">
          {search?.lookups ? t("The gateway could not be asked so far.") : t("Not looked for yet.")}
        </Tick>
      )}
      {nextLookupAt !== undefined && <NextLookup at={nextLookupAt} lookups={search?.lookups ?? 0} />}
    </TickList>
  );
}

function NextLookup({ at, lookups }: { at: number; lookups: number }) {
  const now = useNow();
  if (now === undefined) return null;
  const seconds = Math.ceil((at - now) / 1000);
  return (
    <Tick tone="accent" icon="search">
      {seconds > 0
        ? t("Next lookup in {duration}, {lookups} so far", {
            duration: formatDuration(seconds),
            lookups: countOf(lookups, "lookup"),
          })
        : t("Looking now, {lookups} so far", { lookups: countOf(lookups, "lookup") })}
    </Tick>
  );
}
