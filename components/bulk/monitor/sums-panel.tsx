import Link from "next/link";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel.tsx";
import { State } from "#components/ui/state.tsx";
import { rowLink, Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table.tsx";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import { agreesWithBatch, type BatchTotal, type MoneySums, type Outcomes } from "#lib/bulk/bulk-results.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";
import { ReleasedSums } from "./released-sums.tsx";
import { SumsComparison } from "./sums-comparison.tsx";

/** Where the money of a group went, by batch, compared with what each batch holds and with what was released. */
export function SumsPanel({
  batches,
  outcomes,
  isComparing,
  file,
}: {
  batches: readonly BatchTotal[];
  outcomes: Outcomes;
  isComparing: boolean;
  file: BulkFile | undefined;
}) {
  const sum = (of: (batch: BatchTotal) => number) => batches.reduce((all, batch) => all + of(batch), 0);
  return (
    <Panel roomy aria-label="Totals by batch">
      <PanelHead title="Totals by batch" sub="approved payments" />
      {batches.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted">No row was approved, so nothing is in a batch.</p>
      ) : (
        <Table label="Totals by batch" dense cards={3}>
          <TableHead>
            <Th>Batch</Th>
            <Th numeric>Payments</Th>
            <Th numeric>Sales</Th>
            <Th numeric>Refunds</Th>
            <Th numeric>Total</Th>
            <Th numeric>In the batch</Th>
          </TableHead>
          <TableBody>
            {batches.map((batch) => (
              <Tr key={batch.batchKey ?? ""}>
                <Td place="lead">
                  {batch.batchKey ? (
                    <Link href={paths.batch(batch.batchKey)} className={rowLink}>
                      {batch.batchName ?? batch.batchKey}
                    </Link>
                  ) : (
                    <span className="text-muted">In no batch</span>
                  )}
                </Td>
                <Sums {...batch} />
                <Td numeric label="In the batch">
                  <Held batch={batch} isComparing={isComparing} />
                </Td>
              </Tr>
            ))}
          </TableBody>
          <TableFoot>
            <Td place="lead">All approved</Td>
            <Sums
              count={sum(({ count }) => count)}
              salesCents={sum(({ salesCents }) => salesCents)}
              refundsCents={sum(({ refundsCents }) => refundsCents)}
            />
            <Td />
          </TableFoot>
        </Table>
      )}
      <PanelSection className="grid gap-3 border-t border-line">
        {file && (
          <ReleasedSums
            file={file}
            outcomes={outcomes}
            refundsCents={sum(({ refundsCents }) => refundsCents)}
          />
        )}
        <SumsComparison batches={batches} isComparing={isComparing} file={file} outcomes={outcomes} />
      </PanelSection>
    </Panel>
  );
}

function Sums({ count, salesCents, refundsCents }: MoneySums) {
  return (
    <>
      <Td numeric label="Payments">
        {formatCount(count)}
      </Td>
      <Td numeric label="Sales">
        {formatMoney(salesCents, { currency: false })}
      </Td>
      <Td numeric label="Refunds">
        {formatMoney(-refundsCents, { currency: false })}
      </Td>
      <Td numeric place="amount" className="font-semibold">
        {formatMoney(salesCents - refundsCents)}
      </Td>
    </>
  );
}

/** What the batch itself holds of these payments. */
function Held({ batch, isComparing }: { batch: BatchTotal; isComparing: boolean }) {
  const { held, batchKey } = batch;
  if (!batchKey) return <span className="text-faint">not compared</span>;
  if (!held) return <span className="text-faint">{isComparing ? "reading" : "not read"}</span>;
  const agrees = agreesWithBatch(batch);
  return (
    <State tone={agrees ? "approved" : "warning"} icon={agrees ? "equal" : "differs"}>
      {formatMoney(held.salesCents - held.refundsCents)}
    </State>
  );
}
