import type { ReactNode } from "react";
import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import type { Accounting } from "#lib/bulk/accounting.ts";
import { countWithoutAmount } from "#lib/bulk/approval.ts";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import type { Outcomes, OutcomeTotal } from "#lib/bulk/bulk-results.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";

/**
 * What was released beside what became of it, a refund counting like a sale. Duplicates, declines and errors moved no
 * money.
 */
export function ReleasedSums({
  file,
  outcomes,
  accounting: { notRun, unnamedCents, openCents },
  hasRefunds,
}: {
  file: BulkFile;
  outcomes: Outcomes;
  accounting: Accounting;
  hasRefunds: boolean;
}) {
  const alike = hasRefunds ? ", sales plus refunds" : "";
  const { approved, duplicates, declined, errors } = outcomes;
  return (
    <SumList>
      <SumLine label={<Counted what={`Released, named by the rows${alike}`} count={file.good} />}>
        {openCents === undefined ? (
          <span className="text-faint">several currencies</span>
        ) : (
          formatMoney(file.cents)
        )}
      </SumLine>
      {unnamedCents > 0 && (
        <SumLine label={<Counted what="Rows without an amount" count={countWithoutAmount(file.totals)} />}>
          {formatMoney(unnamedCents, { currency: false })}
        </SumLine>
      )}
      <Outcome what={`Approved${alike}`} of={approved} />
      {duplicates.count > 0 && <Outcome what="Duplicates, not charged" of={duplicates} />}
      <Outcome what="Declined" of={declined} />
      <Outcome what="Errors" of={errors} />
      {notRun > 0 && (
        <SumLine label={<Counted what="Not run: rejected, or already sent" count={notRun} />}>
          <span className="text-faint">not reported</span>
        </SumLine>
      )}
      {openCents !== undefined && (
        <SumLine label="Left over" total>
          {formatMoney(openCents)}
        </SumLine>
      )}
    </SumList>
  );
}

function Outcome({ what, of: { count, sums } }: { what: string; of: OutcomeTotal }) {
  return (
    <SumLine label={<Counted what={what} count={count} />}>
      {(sums.length > 0 ? sums : [{ currency: ownCurrency, cents: 0 }]).map(({ currency: code, cents }) => (
        <span key={code} className="block">
          {formatMoney(-cents, { currency: false, code })}
        </span>
      ))}
    </SumLine>
  );
}

function Counted({ what, count }: { what: ReactNode; count: number }) {
  return (
    <>
      {what} <span className="text-faint">{formatCount(count)}</span>
    </>
  );
}
