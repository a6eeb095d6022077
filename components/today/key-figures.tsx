"use client";

import type { ReactNode } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";
import { averageCents, formatShare } from "#lib/today/figures.ts";
import type { CurrencySales } from "#lib/today/today.ts";
import { CurrencyChoice, useCurrency } from "./currency-choice.tsx";
import { lastWeekday } from "./last-weekday.ts";
import { Unread } from "./part-panel.tsx";
import { useToday } from "./use-today.ts";

/** Net sales of the day, approval rate and average sale, each against the same weekday last week. */
export function KeyFigures() {
  const { timeZone } = useMerchant();
  const { isShown } = useCurrency();
  const part = useToday("sales");
  const { data } = part;
  if (!data)
    return (
      <div className="sm:col-span-3">
        <Unread part={part} />
      </div>
    );
  const figures = data.currencies.find(({ currency }) => isShown(currency)) ?? data.currencies[0];
  if (!figures) return null;
  const last = lastWeekday(data.lastWeek);
  const { today, before: then, currency } = figures;
  return (
    <>
      <Figure label={t("Net sales today")}>
        <p>
          <Amount cents={today.netCents} code={currency} size="l" />
        </p>
        <Detail>
          <Change {...figures} />{" "}
          {then.sales + then.tried > 0 &&
            t("against {last} at {time}", { last, time: formatTime(momentIn(timeZone, data.now)) })}
        </Detail>
        <div className="mt-2 empty:hidden">
          <CurrencyChoice currencies={data.currencies.map((item) => item.currency)} />
        </div>
        {part.error && <StaleNote message={part.error.message} />}
      </Figure>
      <Figure label={t("Approval rate")}>
        <Value>{today.tried > 0 ? formatShare(today.approved, today.tried) : "–"}</Value>
        <Detail>
          {today.tried > 0
            ? t("{count} of {checks}", {
                count: formatCount(today.approved),
                checks: countOf(today.tried, "card or check", "cards and checks"),
              })
            : t("No card or check yet")}
          {then.tried > 0 && `, ${last} ${formatShare(then.approved, then.tried)}`}
        </Detail>
      </Figure>
      <Figure label={t("Average sale")}>
        <Value>{today.sales > 0 ? formatMoney(averageCents(today), { code: currency }) : "–"}</Value>
        <Detail>
          {today.sales > 0 ? countOf(today.sales, "sale") : t("No sale yet")}
          {then.sales > 0 && `, ${last} ${formatMoney(averageCents(then), { code: currency })}`}
        </Detail>
      </Figure>
    </>
  );
}

/** One figure of the row at the top. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 p-4 sm:p-5">
      <h2 className="mb-1 text-13 font-normal text-muted">{label}</h2>
      {children}
    </div>
  );
}

export const Value = ({ children }: { children: ReactNode }) => (
  <p className="text-28 font-semibold whitespace-nowrap">{children}</p>
);

export const Detail = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 text-13 text-muted">{children}</p>
);

function Change({ today, before: then, currency }: CurrencySales) {
  if (then.sales + then.tried === 0) return t("Nothing to compare with last week");
  const change = today.netCents - then.netCents;
  const share = then.netCents > 0 ? `, ${formatShare(Math.abs(change), then.netCents)}` : "";
  return (
    <b className="whitespace-nowrap">
      {change === 0
        ? t("No change")
        : `${change > 0 ? "+" : ""}${formatMoney(change, { code: currency })}${share}`}
    </b>
  );
}
