import { useMerchant } from "#components/layout/merchant.tsx";
import { formatTime } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";
import { formatHour, formatTick } from "#lib/today/figures.ts";
import { type Place, toSalesChart } from "#lib/today/sales-chart.ts";
import type { CurrencySales, TodaySales } from "#lib/today/today.ts";

/** `nowMinute` counts from the day's beginning; `last` is the day it is compared with: "last Friday". */
export type SalesProps = { sales: TodaySales; figures: CurrencySales; nowMinute: number; last: string };

/** Two lines over the hours of the day. Its figures are in its label, and in the table that replaces it. */
export function SalesChart({ sales, figures, nowMinute, last }: SalesProps) {
  const { timeZone } = useMerchant();
  const { currency, today, before, beforeWholeCents, points } = figures;
  const chart = toSalesChart(points.today, points.before, nowMinute);
  const money = (cents: number) => formatMoney(cents, { code: currency });
  const here = chart.today.at(-1);
  const label = t(
    "Net sales today reach {money} at {time}, {last} {money2} at the same time and {money3} at the end of the day",
    {
      money: money(today.netCents),
      time: formatTime(momentIn(timeZone, sales.now)),
      last,
      money2: money(before.netCents),
      money3: money(beforeWholeCents),
    },
  );
  if (points.today.length + points.before.length === 0)
    return (
      <p className="px-4 py-10 text-center text-muted">
        {t("No sale yet today, and none {last}.", { last })}
      </p>
    );
  return (
    <div role="img" aria-label={label} className="p-4">
      <div className="flex gap-2">
        <svg aria-hidden="true" className="h-56 w-12 shrink-0 overflow-visible">
          {chart.ticks.map(({ cents, y }) => (
            <text
              key={cents}
              x="100%"
              y={down(y)}
              dy="0.35em"
              textAnchor="end"
              className="fill-faint text-12"
            >
              {formatTick(cents, currency)}
            </text>
          ))}
        </svg>
        <svg aria-hidden="true" className="h-56 min-w-0 flex-1 overflow-visible">
          {chart.ticks.map(({ cents, y }) => (
            <line key={cents} x1="0" x2="100%" y1={down(y)} y2={down(y)} className="stroke-line" />
          ))}
          {here && (
            <line x1={percent(here.x)} x2={percent(here.x)} y1="0" y2="100%" className="stroke-line-strong" />
          )}
          <Lines today={chart.today} before={chart.before} />
          {here && <HereMark here={here} text={money(today.netCents)} />}
        </svg>
      </div>
      <div className="mt-2 ml-14">
        <svg aria-hidden="true" className="block h-4 w-full overflow-visible">
          {chart.hours.map(({ minute, x }) => (
            <text
              key={minute}
              x={percent(x)}
              y="12"
              textAnchor={x > 0.95 ? "end" : "middle"}
              className="fill-faint text-12"
            >
              {formatHour(sales.dayStart, minute)}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

/** Drawn in shares of the width and height, with lines of the same strength in any size. */
function Lines({ today, before }: { today: readonly Place[]; before: readonly Place[] }) {
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="100%"
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      overflow="visible"
    >
      <polyline
        points={toPoints(before)}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeWidth="1.5"
        strokeDasharray="4 3"
        className="stroke-compare"
      />
      <polyline
        points={toPoints(today)}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-accent"
      />
    </svg>
  );
}

/** The end of today's line with its amount, beside it where there is room. */
function HereMark({ here, text }: { here: Place; text: string }) {
  return (
    <>
      <circle cx={percent(here.x)} cy={down(here.y)} r="5" className="fill-accent stroke-surface stroke-2" />
      <text
        x={percent(here.x)}
        y={down(here.y)}
        dx={here.x < 0.3 ? 8 : -8}
        dy={here.y > 0.85 ? 18 : -10}
        textAnchor={here.x < 0.3 ? "start" : "end"}
        className="fill-ink stroke-surface stroke-4 text-13 font-semibold [paint-order:stroke]"
      >
        {text}
      </text>
    </>
  );
}

const percent = (share: number) => `${share * 100}%`;
const down = (y: number) => percent(1 - y);
const toPoints = (places: readonly Place[]) => places.map(({ x, y }) => `${x},${1 - y}`).join(" ");
