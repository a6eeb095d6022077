import { Panel } from "#components/ui/panel.tsx";
import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import { formatMoment } from "#lib/format/dates.ts";
import type { Batch } from "#lib/gateway/batch.ts";
import { BatchStatus } from "./batch-status.tsx";

/** Names and moments of a batch, in the gateway's time. */
export function BatchFacts({ batch }: { batch: Batch }) {
  const { key, batchrefnum, opened, scheduled, closed, status } = batch;
  return (
    <Panel as="aside" aria-label="About this batch" className="p-4 text-13">
      <SumList>
        <SumLine label="Status">
          <BatchStatus status={status ?? (closed ? "closed" : "open")} />
        </SumLine>
        {opened && <SumLine label="Opened">{longMoment(opened)}</SumLine>}
        {scheduled && !closed && <SumLine label="Closes by schedule">{longMoment(scheduled)}</SumLine>}
        {closed && <SumLine label="Closed">{longMoment(closed)}</SumLine>}
        {key && (
          <SumLine label="Key">
            <span className="font-mono">{key}</span>
          </SumLine>
        )}
        {batchrefnum && <SumLine label="Batch reference">{batchrefnum}</SumLine>}
      </SumList>
    </Panel>
  );
}

const longMoment = (moment: string) => formatMoment(moment, { year: true, seconds: true });
