import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import type { KindSum } from "#lib/batches/batch-sums.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import type { NotInBatch } from "#lib/reconciliation/reconciliation.ts";

/** What happened while the batch was open and is rightly not in it. */
export function NotInBatchPanel({ found }: { found: NotInBatch }) {
  return (
    <Panel>
      <PanelHead title="Not in this batch" sub="in the same time, not compared" />
      <div className="p-4">
        <SumList>
          <SumLine label="Declined or error">
            {formatCount(found.notApproved)} <span className="text-faint">no money moved</span>
          </SumLine>
          <SumLine label="Authorized, not captured">
            <Counted sum={found.authorized} aside="on hold" />
          </SumLine>
          <SumLine label="Outcome unknown">{formatCount(found.unknown)}</SumLine>
          <SumLine label="Checks">
            <Counted sum={found.checks} />
          </SumLine>
          <SumLine label="Cash">
            <Counted sum={found.cash} />
          </SumLine>
        </SumList>
      </div>
    </Panel>
  );
}

function Counted({ sum: { count, cents }, aside }: { sum: KindSum; aside?: string }) {
  return (
    <>
      {formatCount(count)}{" "}
      {count > 0 && (
        <span className="text-faint">
          {formatMoney(cents)} {aside}
        </span>
      )}
    </>
  );
}
