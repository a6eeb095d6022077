"use client";

import { Icon, type IconName } from "#components/ui/icon/icon.tsx";
import { PanelSection } from "#components/ui/panel/panel.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { tenderLabels } from "#lib/payments/tender-labels.ts";
import { formatShare } from "#lib/today/figures.ts";
import type { TodayTenders } from "#lib/today/today.ts";
import { useCurrency } from "./currency-choice.tsx";
import { PartPanel } from "./part-panel.tsx";
import { useToday } from "./use-today.ts";

/** What customers paid with today, before refunds. */
export function TenderPanel() {
  const { isShown } = useCurrency();
  const part = useToday("tenders");
  if (!part.data) return <PartPanel title={t("How customers paid")} part={part} />;
  const rows = part.data.filter(({ currency }) => isShown(currency));
  const total = rows.reduce((sum, { cents }) => sum + cents, 0);
  const sales = rows.reduce((sum, row) => sum + row.sales, 0);
  return (
    <PartPanel title={t("How customers paid")} part={part} end={sales > 0 && countOf(sales, "sale")}>
      {rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted">{t("No sale yet today.")}</p>
      ) : (
        <PanelSection>
          <Shares rows={rows} total={total} />
          <table aria-label={t("How customers paid")} className="mt-3 w-full">
            <thead className="sr-only">
              <tr>
                <th scope="col">{t("Tender")}</th>
                <th scope="col">{t("Sales")}</th>
                <th scope="col">{t("Share")}</th>
                <th scope="col">{t("Amount")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ tender, currency, cents, sales: count }) => (
                <tr key={tender} className="h-8">
                  <td>
                    <span className="flex items-center gap-2">
                      <svg aria-hidden="true" className="size-2 shrink-0">
                        <rect width="8" height="8" rx="2" className={tenders[tender].fill} />
                      </svg>
                      <Icon name={tenders[tender].icon} className="text-muted" />
                      {tenderLabels[tender]}
                    </span>
                  </td>
                  <td className="pl-3 text-right text-muted">{formatCount(count)}</td>
                  <td className="pl-3 text-right text-muted">{formatShare(cents, total)}</td>
                  <td className="pl-3 text-right">{formatMoney(cents, { code: currency })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </PanelSection>
      )}
    </PartPanel>
  );
}

/** The tenders side by side; their figures are in the table below it. */
function Shares({ rows, total }: { rows: TodayTenders; total: number }) {
  const startOf = (place: number) => rows.slice(0, place).reduce((sum, { cents }) => sum + cents, 0);
  return (
    <svg aria-hidden="true" className="block h-3 w-full rounded-[2px]">
      {rows.map(({ tender, cents }, place) => (
        <rect
          key={tender}
          x={`${(startOf(place) / total) * 100}%`}
          width={`${(cents / total) * 100}%`}
          height="100%"
          className={tenders[tender].fill}
        />
      ))}
    </svg>
  );
}

const tenders = {
  card: { icon: "card", fill: "fill-accent-fill" },
  token: { icon: "token", fill: "fill-accent-fill/55" },
  check: { icon: "check", fill: "fill-muted" },
  cash: { icon: "cash", fill: "fill-compare" },
} as const satisfies Record<Tender, { icon: IconName; fill: string }>;
