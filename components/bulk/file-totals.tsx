import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { SmallHeading } from "#components/ui/panel/small-heading.tsx";
import { type BulkTotal, countWhole, sumOfTotals } from "#lib/bulk/bulk-totals.ts";
import { formatExistingPayments, formatTotal, signedCents } from "#lib/bulk/total-labels.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { FileSums } from "./file-sums.tsx";

/** The money of a file by command and tender; what comes in, is held and goes out is never added. */
export function FileTotals({ totals, title }: { totals: readonly BulkTotal[]; title?: string }) {
  const whole = countWhole(totals);
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
            {isNamed(total) ? (
              formatMoney(signedCents(total), { currency: false })
            ) : (
              <span className="text-faint">{t("by its payment")}</span>
            )}
          </SumLine>
        ))}
        <SumLine label={countOf(sumOfTotals(totals).count, "row")} total>
          <FileSums totals={totals} size="s" />
        </SumLine>
      </SumList>
      {whole > 0 && (
        <p className="mt-2 text-12 text-faint">
          {t(
            "{rows} without an amount: the gateway takes the whole of the earlier transaction, or what is left of it.",
            { rows: countOf(whole, "row") },
          )}
        </p>
      )}
      {totals.map(
        ({ command, tender, changing }) =>
          changing && (
            <p key={`${command} ${tender}`} className="mt-2 text-12 text-faint">
              {formatExistingPayments(command, changing)}
            </p>
          ),
      )}
    </div>
  );
}

/** Whether any row names the money that it moves, or moves none. */
const isNamed = ({ count, withoutAmount }: BulkTotal) => withoutAmount < count;
