import { useMerchant } from "#components/layout/merchant.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { countOf } from "#lib/format/counts.ts";
import { formatDay, formatInstant, formatTime } from "#lib/format/dates.ts";
import { t, translated } from "#lib/language/t.ts";
import type { Person, PersonState } from "#lib/people/person.ts";
import { DAY_MS, momentIn } from "#lib/time.ts";

/** What the list is filtered by. */
export const stateNames: Record<PersonState, string> = translated("*", {
  active: "Active",
  inactive: "Inactive",
  locked: "Locked",
  invited: "Invited",
  expired: "Invitation expired",
  disabled: "Disabled",
});

const appearances = {
  active: ["approved", "approved"],
  inactive: ["warning", "clock"],
  locked: ["warning", "lock"],
  invited: ["accent", "mail"],
  expired: ["neutral", "mail"],
  disabled: ["neutral", "void"],
} as const;

/** Whether somebody can sign in, and since when not. */
export function PersonStatus({ person, now }: { person: Person; now: number }) {
  const { timeZone } = useMerchant();
  const { state, until } = person;
  const [tone, icon] = appearances[state];
  return (
    <StatusLabel tone={tone} icon={icon}>
      {state === "inactive" && inactiveText(person, now)}
      {state === "locked" &&
        t("Locked until {instant}", { instant: formatInstant(timeZone, until ?? now, now) })}
      {state !== "inactive" && state !== "locked" && stateNames[state]}
    </StatusLabel>
  );
}

/** "Inactive 80 days, disabled in 10 days". */
function inactiveText(person: Person, now: number): string {
  const away = t("Inactive {days}", { days: countOf(daysAway(person, now), "day") });
  if (person.until === null) return away;
  const left = Math.ceil((person.until - now) / DAY_MS);
  return left > 0
    ? t("{away}, disabled in {days}", { away, days: countOf(left, "day") })
    : t("{away}, disabled today", { away });
}

const daysAway = ({ seenAt, addedAt }: Person, now: number) =>
  Math.floor((now - (seenAt ?? addedAt)) / DAY_MS);

/** "Now" for somebody who did something in the last two minutes, the time of today, or the day. */
export function LastSeen({ person: { seenAt, sessions }, now }: { person: Person; now: number }) {
  const { timeZone } = useMerchant();
  if (seenAt === null) return <span className="text-faint">{t("Never")}</span>;
  if (sessions > 0 && now - seenAt < 120_000) return t("Now");
  const [seen, today] = [momentIn(timeZone, seenAt), momentIn(timeZone, now)];
  if (seen.slice(0, 10) === today.slice(0, 10)) return formatTime(seen);
  return formatDay(seen, { year: seen.slice(0, 4) !== today.slice(0, 4) });
}
