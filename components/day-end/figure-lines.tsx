import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import type { DayFigures } from "#lib/day-end/day-end.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { tenderLabels } from "#lib/payments/tender-labels.ts";

/** The sums of a day, one list for each currency. */
export function FigureLines({ figures, total }: { figures: DayFigures; total: string }) {
  return figures.currencies.map(({ currency, tenders, refunds, voids, netCents }) => {
    const money = (cents: number) => formatMoney(cents, { code: currency });
    return (
      <SumList key={currency} className="not-first:mt-4">
        {tenders.map(({ tender, count, cents }) => (
          <SumLine key={tender} label={<Counted label={tenderLabels[tender]} count={count} />}>
            {money(cents)}
          </SumLine>
        ))}
        <SumLine label={<Counted label="Refunds" count={refunds.count} />}>{money(-refunds.cents)}</SumLine>
        <SumLine label={total} total>
          <span className="text-16">{money(netCents)}</span>
        </SumLine>
        <SumLine label={<Counted label="Voids, not added" count={voids.count} />} faint>
          {money(voids.cents)}
        </SumLine>
      </SumList>
    );
  });
}

const Counted = ({ label, count }: { label: string; count: number }) => (
  <>
    {label} <span className="text-faint">{formatCount(count)}</span>
  </>
);
