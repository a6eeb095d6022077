import type { ReactNode } from "react";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import type { Accounting } from "#lib/bulk/accounting.ts";
import {
  type ApprovedKind,
  approvedKinds,
  type Outcomes,
  type OutcomeTotal,
} from "#lib/bulk/bulk-results.ts";
import { countWithoutAmount } from "#lib/bulk/bulk-totals.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { t, translated } from "#lib/language/t.ts";

/**
 * What was approved beside what became of it. Each amount is what the rows name, whichever way it goes: none is below
 * zero. Only approved sales and refunds moved money.
 */
export function AccountedSums({
  file,
  outcomes,
  accounting: { notRun, unnamedCents, openCents },
}: {
  file: BulkFile;
  outcomes: Outcomes;
  accounting: Accounting;
}) {
  const { approved, approvedAs, duplicates, declined, errors } = outcomes;
  const sign = openCents === undefined;
  const shown = approvedKinds.filter((kind) => approvedAs[kind].count > 0);
  return (
    <SumList>
      <SumLine label={<Counted what={t("In the file, in and out")} count={file.good} />}>
        {openCents === undefined ? (
          <span className="text-faint">{t("not added: several currencies")}</span>
        ) : (
          formatMoney(file.cents)
        )}
      </SumLine>
      {unnamedCents > 0 && (
        <SumLine
          label={
            <Counted
              what={t("Amounts that only the gateway knows")}
              count={countWithoutAmount(file.totals)}
            />
          }
        >
          {formatMoney(unnamedCents, { currency: false })}
        </SumLine>
      )}
      {shown.map((kind) => (
        <Outcome key={kind} what={labels[kind]} of={approvedAs[kind]} sign={sign} />
      ))}
      {shown.length === 0 && <Outcome what={t("Approved")} of={approved} sign={sign} />}
      {duplicates.count > 0 && <Outcome what={t("Duplicates, not charged")} of={duplicates} sign={sign} />}
      <Outcome what={t("Declined")} of={declined} sign={sign} />
      <Outcome what={t("Errors")} of={errors} sign={sign} />
      {notRun > 0 && (
        <SumLine label={<Counted what={t("Not run: rejected, or already sent")} count={notRun} />}>
          <span className="text-faint">{t("not reported")}</span>
        </SumLine>
      )}
      {openCents !== undefined && (
        <SumLine label={t("Left over")} total>
          {formatMoney(openCents)}
        </SumLine>
      )}
    </SumList>
  );
}

const labels: Record<ApprovedKind, string> = translated("*", {
  sales: "Approved sales",
  refunds: "Approved refunds",
  authorized: "Authorized, not captured",
  voids: "Voided, not collected",
});

function Outcome({
  what,
  of: { count, sums, withoutAmount },
  sign,
}: {
  what: string;
  of: OutcomeTotal;
  /** Whether each amount has the sign of its currency: there are several. */
  sign: boolean;
}) {
  return (
    <SumLine label={<Counted what={what} count={count} />}>
      {count > 0 && withoutAmount === count ? (
        <span className="text-faint">{t("not reported")}</span>
      ) : (
        (sums.length > 0 ? sums : [{ currency: ownCurrency, cents: 0 }]).map(({ currency: code, cents }) => (
          <span key={code} className="block">
            {formatMoney(cents, { currency: sign, code })}
          </span>
        ))
      )}
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
