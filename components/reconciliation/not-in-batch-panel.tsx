import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import type { CurrencySum, NotInBatch } from "#lib/reconciliation/reconciliation.ts";

/** What happened while the batch was open and is rightly not in it. */
export function NotInBatchPanel({ found }: { found: NotInBatch }) {
  return (
    <Panel>
      <PanelHead title={t("Not in this batch")} sub={t("in the same time, not compared")} />
      <div className="p-4">
        <SumList>
          <SumLine label={t("Declined or error")}>
            {formatCount(found.notApproved)} <span className="text-faint">{t("no money moved")}</span>
          </SumLine>
          <SumLine label={t("Authorized, not captured")}>
            <Counted sums={found.authorized} aside={t("on hold")} />
          </SumLine>
          <SumLine label={t("Outcome unknown")}>{formatCount(found.unknown)}</SumLine>
          <SumLine label={t("Checks")}>
            <Counted sums={found.checks} />
          </SumLine>
          <SumLine label={t("Cash")}>
            <Counted sums={found.cash} />
          </SumLine>
        </SumList>
      </div>
    </Panel>
  );
}

function Counted({ sums, aside }: { sums: readonly CurrencySum[]; aside?: string }) {
  if (sums.length === 0) return formatCount(0);
  return sums.map(({ currency, count, cents }) => (
    <span key={currency} className="block">
      {formatCount(count)}{" "}
      <span className="text-faint">
        {formatMoney(cents, { code: currency })} {aside}
      </span>
    </span>
  ));
}
