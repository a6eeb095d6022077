import { Amount } from "#components/ui/amount.tsx";
import { SmallHeading } from "#components/ui/small-heading.tsx";
import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import { type BulkTotal, sumOfTotals } from "#lib/bulk/bulk-totals.ts";
import { formatTotal, netCents, signedCents } from "#lib/bulk/total-labels.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";

/** The money of a file by command and tender; its sum is what comes in less what goes back. */
export function FileTotals({ totals, title }: { totals: readonly BulkTotal[]; title?: string }) {
  const whole = totals.reduce((count, { withoutAmount }) => count + withoutAmount, 0);
  return (
    <div>
      {title && <SmallHeading>{title}</SmallHeading>}
      <SumList>
        {totals.map((total) => (
          <SumLine
            key={`${total.command} ${total.tender}`}
            label={
              <>
                {formatTotal(total)} <span className="text-faint">{formatCount(total.count)}</span>
              </>
            }
          >
            {formatMoney(signedCents(total), { currency: false })}
          </SumLine>
        ))}
        <SumLine label={countOf(sumOfTotals(totals).count, "row")} total>
          <Amount cents={netCents(totals)} size="s" />
        </SumLine>
      </SumList>
      {whole > 0 && (
        <p className="mt-2 text-12 text-faint">
          {countOf(whole, "row")} without an amount: the gateway takes the whole of the earlier transaction.
        </p>
      )}
    </div>
  );
}
