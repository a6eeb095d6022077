import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import type { DayFigures } from "#lib/day-end/day-end.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { tenderLabels } from "#lib/payments/tender-labels.ts";

/** The sums of a day, one list for each currency. */
export function FigureLines({ figures, total }: { figures: DayFigures; total: string }) {
  return figures.currencies.map(({ currency, tenders, refunds, voids, netCents }) => {
    const money = (cents: number) => formatMoney(cents, { code: currency });
    return (
      <section key={currency} aria-label={t("Sales in {currency}", { currency })} className="not-first:mt-4">
        {figures.currencies.length > 1 && (
          <h3 className="mb-1 text-13 font-semibold text-muted">{currency}</h3>
        )}
        <SumList>
          {tenders.map(({ tender, count, cents }) => (
            <SumLine key={tender} label={<Counted label={tenderLabels[tender]} count={count} />}>
              {money(cents)}
            </SumLine>
          ))}
          <SumLine label={<Counted label={t("Refunds")} count={refunds.count} />}>
            {money(-refunds.cents)}
          </SumLine>
          <SumLine label={total} total>
            <span className="text-16">{money(netCents)}</span>
          </SumLine>
          <SumLine label={<Counted label={t("Voids, not added")} count={voids.count} />} faint>
            {money(voids.cents)}
          </SumLine>
        </SumList>
      </section>
    );
  });
}

const Counted = ({ label, count }: { label: string; count: number }) => (
  <>
    {label} <span className="text-faint">{formatCount(count)}</span>
  </>
);
