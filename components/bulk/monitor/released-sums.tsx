import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import { countWithoutAmount } from "#lib/bulk/approval.ts";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import type { Outcomes } from "#lib/bulk/bulk-results.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { centsOf, notRunOf, unnamedCents } from "./released-rows.ts";

/**
 * What was released beside what became of it, a refund counting like a sale. Duplicates, declines and errors moved no
 * money.
 */
export function ReleasedSums({
  file,
  outcomes,
  refundsCents,
}: {
  file: BulkFile;
  outcomes: Outcomes;
  refundsCents: number;
}) {
  const notRun = notRunOf(file);
  const unnamed = unnamedCents(file, outcomes);
  const alike = refundsCents > 0 ? ", sales plus refunds" : "";
  return (
    <SumList>
      <SumLine label={<Counted what={`Released, named by the rows${alike}`} count={file.good} />}>
        {formatMoney(file.cents)}
      </SumLine>
      {unnamed > 0 && (
        <SumLine label={<Counted what="Rows without an amount" count={countWithoutAmount(file.totals)} />}>
          {formatMoney(unnamed, { currency: false })}
        </SumLine>
      )}
      <SumLine label={<Counted what={`Approved${alike}`} count={outcomes.approved.count} />}>
        {formatMoney(-outcomes.approved.cents, { currency: false })}
      </SumLine>
      {outcomes.duplicates.count > 0 && (
        <SumLine label={<Counted what="Duplicates, not charged" count={outcomes.duplicates.count} />}>
          {formatMoney(-outcomes.duplicates.cents, { currency: false })}
        </SumLine>
      )}
      <SumLine label={<Counted what="Declined" count={outcomes.declined.count} />}>
        {formatMoney(-outcomes.declined.cents, { currency: false })}
      </SumLine>
      <SumLine label={<Counted what="Errors" count={outcomes.errors.count} />}>
        {formatMoney(-outcomes.errors.cents, { currency: false })}
      </SumLine>
      {notRun > 0 && (
        <SumLine label={<Counted what="Not run: rejected, or already sent" count={notRun} />}>
          <span className="text-faint">not reported</span>
        </SumLine>
      )}
      <SumLine label="Left over" total>
        {formatMoney(file.cents + unnamed - centsOf(outcomes))}
      </SumLine>
    </SumList>
  );
}

function Counted({ what, count }: { what: string; count: number }) {
  return (
    <>
      {what} <span className="text-faint">{formatCount(count)}</span>
    </>
  );
}
