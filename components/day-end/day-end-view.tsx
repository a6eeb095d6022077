"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent, TwoColumns } from "#components/layout/page/page-content.tsx";
import { PrintTitle } from "#components/layout/page/print-title.tsx";
import { RecordGapNote } from "#components/layout/record-gap-note.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { daysFrom } from "#lib/business-day.ts";
import type { DayEnd } from "#lib/day-end/day-end.ts";
import { formatDay, formatDayStart, formatTime, zoneName } from "#lib/format/dates.ts";
import { formatAge } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { dayEndQuery } from "#lib/queries/day-end.ts";
import { isDay, momentIn } from "#lib/time.ts";
import { ChecksPanel } from "./checks-panel.tsx";
import { DetailsPanel } from "./details-panel.tsx";
import { OvertakenPanel } from "./overtaken-panel.tsx";
import { SignPanel } from "./sign-panel.tsx";
import { SignedPanel } from "./signed-panel.tsx";
import { useSigning } from "./use-signing.ts";

/** What is left to do before the day is signed, and the signature. `day` is the one in the address, `printedBy` merchant and user. */
export function DayEndView({ day: named, printedBy }: { day: string | undefined; printedBy: string }) {
  const { timeZone } = useMerchant();
  const { data: dayEnd, error } = useQuery(dayEndQuery(named));
  if (!dayEnd) return <ConsoleHeader title={t("Day end")} />;
  const { day, today, dayStart, now } = dayEnd;
  if (named !== undefined && named !== day) return <NoSuchDay named={named} today={today} />;
  const title = (year: boolean) => t("Day end, {day}", { day: formatDay(day, { weekday: true, year }) });
  return (
    <>
      <ConsoleHeader title={title(day.slice(0, 4) !== today.slice(0, 4))} />
      <PageContent>
        <PrintTitle title={title(true)} printedBy={printedBy} now={now} />
        {error && <StaleNote message={error.message} />}
        <DaySteps day={day} today={today} />
        {dayEnd.gaps.map((gap) => (
          <RecordGapNote key={gap.record} gap={gap} />
        ))}
        <Signatures key={day} dayEnd={dayEnd} />
        <DetailsPanel details={dayEnd.details} />
        <FootNote>
          <span>
            {t("Checked at {time}, again every 30 seconds", { time: formatTime(momentIn(timeZone, now)) })}
          </span>
          <span>
            {!dayEnd.batches.hasOpenBatch
              ? t("No batch open; checked again before the day is signed")
              : dayEnd.batches.openReadAt === undefined
                ? t("Open batch not read yet, and again before the day is signed")
                : t("Open batch read {age}, and again before the day is signed", {
                    age: formatAge((now - dayEnd.batches.openReadAt) / 1000),
                  })}
          </span>
          <span>
            {t("The day begins at {time} in {zoneName}", {
              time: formatDayStart(dayStart),
              zoneName: zoneName(timeZone),
            })}
          </span>
        </FootNote>
      </PageContent>
    </>
  );
}

/** For an address with a day that has not begun, or that is in no calendar. */
function NoSuchDay({ named, today }: { named: string; today: string }) {
  return (
    <>
      <ConsoleHeader title={t("Day end")} />
      <PageContent>
        <Note tone="warning" role="alert">
          {isDay(named) && named > today
            ? t("{day} has not begun.", { day: formatDay(named, { weekday: true, year: true }) })
            : t("The day in the address isn't a valid date. It has the form 2026-11-20.")}
        </Note>
        <div>
          <LinkButton href={paths.dayEnd()}>{t("Today")}</LinkButton>
        </div>
      </PageContent>
    </>
  );
}

/** What was signed, and beside the checks the form that signs. */
function Signatures({ dayEnd }: { dayEnd: DayEnd }) {
  const { signatures, fingerprint } = dayEnd;
  const [last] = signatures;
  const isSigned = last?.fingerprint === fingerprint;
  const signing = useSigning(dayEnd);
  const rail = !isSigned ? (
    <SignPanel dayEnd={dayEnd} signing={signing} />
  ) : signing.isOvertakenBy(last) ? (
    <OvertakenPanel by={last.by} signing={signing} />
  ) : undefined;
  return (
    <>
      {signatures.map((signature, place) => (
        <SignedPanel
          key={signature.number}
          signature={signature}
          isNewest={place === 0}
          isCurrent={place === 0 && isSigned}
        />
      ))}
      {rail ? (
        <TwoColumns rail={rail}>
          <ChecksPanel dayEnd={dayEnd} />
        </TwoColumns>
      ) : (
        <ChecksPanel dayEnd={dayEnd} />
      )}
    </>
  );
}

/** To the day before and after. */
function DaySteps({ day, today }: { day: string; today: string }) {
  const isToday = day === today;
  return (
    <nav aria-label={t("Business day")} className="flex flex-wrap items-center gap-2 print:hidden">
      <LinkButton size="s" icon="left" href={paths.dayEnd(daysFrom(day, -1))}>
        {formatDay(daysFrom(day, -1), { weekday: true, year: false })}
      </LinkButton>
      {!isToday && (
        <>
          <LinkButton size="s" iconEnd="right" href={paths.dayEnd(daysFrom(day, 1))}>
            {formatDay(daysFrom(day, 1), { weekday: true, year: false })}
          </LinkButton>
          <LinkButton size="s" variant="quiet" href={paths.dayEnd()}>
            {t("Today")}
          </LinkButton>
        </>
      )}
    </nav>
  );
}
