"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useNextLookup } from "#components/payment-result/lookup/use-next-lookup.ts";
import { Checklist, ChecklistItem } from "#components/ui/list/checklist.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { momentIn } from "#lib/time.ts";

/** The progress of an attempt's lookups: the places checked, up to when, and the next lookup. */
export function LookupStatus({ attempt }: { attempt: Attempt }) {
  const { timeZone } = useMerchant();
  const { search, steps, nextLookupAt } = attempt;
  const clock = (at: number) => formatTime(momentIn(timeZone, at), { seconds: true });
  const last = steps.findLast(({ kind }) => kind === "lookup");
  return (
    <Checklist>
      {search?.places.map(({ place, name, upTo, complete }) => (
        <ChecklistItem
          key={`${place} ${name}`}
          tone={complete ? "neutral" : "unknown"}
          icon={complete ? "tick" : "pending"}
        >
          <span className="text-ink">{capitalized(translate(name))}</span>
          {complete
            ? t(": not found (read to its end, to {clock})", { clock: clock(upTo) })
            : t(": not found (checked to {clock})", { clock: clock(upTo) })}
        </ChecklistItem>
      ))}
      {!search && (
        <ChecklistItem tone="unknown" icon="pending">
          {last
            ? t("{result} Last lookup at {time}.", { result: translate(last.text), time: clock(last.at) })
            : t("Not searched for yet.")}
        </ChecklistItem>
      )}
      {search?.waitsFor && (
        <ChecklistItem tone="neutral" icon="clock">
          {translate(search.waitsFor)}
        </ChecklistItem>
      )}
      {nextLookupAt !== undefined && <NextLookup at={nextLookupAt} lookups={search?.lookups} />}
    </Checklist>
  );
}

function NextLookup({ at, lookups }: { at: number; lookups: number | undefined }) {
  const next = useNextLookup(at);
  if (!next) return null;
  return (
    <ChecklistItem tone={next.tone} icon={next.icon}>
      {lookups === undefined
        ? next.words
        : t("{state}, {lookups} so far", { state: next.words, lookups: countOf(lookups, "lookup") })}
    </ChecklistItem>
  );
}
