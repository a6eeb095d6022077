"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { momentIn, secondsBetween } from "#lib/time.ts";
import { formatHour } from "#lib/today/figures.ts";
import { toHourRows } from "#lib/today/sales-chart.ts";
import { useCurrency } from "./currency-choice.tsx";
import { lastWeekday, lastWeekdayHeading } from "./last-weekday.ts";
import { PartPanel } from "./part-panel.tsx";
import { SalesChart, type SalesProps } from "./sales-chart.tsx";
import { useToday } from "./use-today.ts";

/** Net sales through the day against the same weekday last week, as a chart or as a table. */
export function SalesPanel() {
  const { timeZone } = useMerchant();
  const { isShown } = useCurrency();
  const [asTable, setAsTable] = useState(false);
  const part = useToday("sales");
  const { data } = part;
  const figures = data?.currencies.find(({ currency }) => isShown(currency));
  if (!data || !figures) return <PartPanel title={t("Net sales through the day")} part={part} />;
  const now = momentIn(timeZone, data.now);
  const nowMinute = Math.max(0, Math.floor(secondsBetween(`${data.day} ${data.dayStart}:00`, now) / 60));
  const last = lastWeekday(data.lastWeek);
  return (
    <PartPanel
      title={t("Net sales through the day")}
      part={part}
      end={
        <>
          <span className="flex flex-wrap gap-x-3 text-12">
            <Swatch className="bg-accent-fill">{t("Today")}</Swatch>
            <Swatch className="bg-compare">{lastWeekdayHeading(data.lastWeek)}</Swatch>
          </span>
          <TextButton aria-pressed={asTable} className="text-13" onClick={() => setAsTable(!asTable)}>
            {asTable ? t("Show as chart") : t("Show as table")}
          </TextButton>
        </>
      }
    >
      {asTable ? (
        <HourTable sales={data} figures={figures} nowMinute={nowMinute} />
      ) : (
        <SalesChart sales={data} figures={figures} nowMinute={nowMinute} last={last} />
      )}
    </PartPanel>
  );
}

function HourTable({ sales, figures: { points, currency }, nowMinute }: Omit<SalesProps, "last">) {
  const money = (cents: number | undefined) =>
    cents === undefined ? "" : formatMoney(cents, { code: currency });
  return (
    <Table label={t("Net sales through the day, added up")} dense>
      <TableHead>
        <Th>{t("Hour from")}</Th>
        <Th numeric>{t("Today, so far")}</Th>
        <Th numeric>{t("{last}, so far", { last: lastWeekdayHeading(sales.lastWeek) })}</Th>
      </TableHead>
      <TableBody>
        {toHourRows(points.today, points.before, nowMinute).map(({ minute, todayCents, thenCents }) => (
          <Tr key={minute}>
            <Td>{formatHour(sales.dayStart, minute)}</Td>
            <Td numeric>{money(todayCents)}</Td>
            <Td numeric className="text-muted">
              {money(thenCents)}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

const Swatch = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <i className={cx("size-2 shrink-0 rounded-[2px]", className)} />
    {children}
  </span>
);
