import Link from "next/link";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel.tsx";
import { State } from "#components/ui/state.tsx";
import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table.tsx";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import type { BatchTotal, OutcomeTotal, ResultFilter } from "#lib/bulk/bulk-results.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";

type Outcomes = Record<Exclude<ResultFilter, "all">, OutcomeTotal>;

/** Where the money of a group went, by batch, and how it adds up with what was released. */
export function SumsPanel({
  batches,
  outcomes,
  file,
}: {
  batches: readonly BatchTotal[];
  outcomes: Outcomes;
  file: BulkFile | undefined;
}) {
  const sum = (of: (batch: BatchTotal) => number) => batches.reduce((all, batch) => all + of(batch), 0);
  return (
    <Panel aria-label="Totals by batch">
      <PanelHead title="Totals by batch" sub="approved lines" />
      {batches.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted">
          No line was approved, so that nothing is in a batch.
        </p>
      ) : (
        <Table label="Totals by batch" dense cards={3}>
          <TableHead>
            <Th>Batch</Th>
            <Th numeric>Lines</Th>
            <Th numeric>Sales</Th>
            <Th numeric>Refunds</Th>
            <Th numeric>Total</Th>
          </TableHead>
          <TableBody>
            {batches.map((batch) => (
              <Tr key={batch.batchKey ?? ""}>
                <Td place="lead">
                  {batch.batchKey ? (
                    <Link href={paths.batch(batch.batchKey)} className="font-semibold">
                      {batch.batchName ?? batch.batchKey}
                    </Link>
                  ) : (
                    <span className="text-muted">In no batch</span>
                  )}
                </Td>
                <Sums {...batch} />
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
          </TableFoot>
        </Table>
      )}
      {file && (
        <PanelSection className="border-t border-line">
          <Released file={file} outcomes={outcomes} />
        </PanelSection>
      )}
    </Panel>
  );
}

function Sums({ count, salesCents, refundsCents }: Omit<BatchTotal, "batchKey" | "batchName">) {
  return (
    <>
      <Td numeric label="Lines">
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

/** What was released beside what became of it, line by line and to the cent. */
function Released({ file, outcomes }: { file: BulkFile; outcomes: Outcomes }) {
  const { approved, declined, errors } = outcomes;
  const atUpload = (file.upload?.errors ?? 0) + (file.upload?.dupes ?? 0);
  const lines = approved.count + declined.count + errors.count + atUpload;
  const cents = approved.cents + declined.cents + errors.cents;
  const open = file.cents - cents;
  return (
    <div className="grid gap-3">
      <SumList>
        <SumLine label={<Counted what="Released, named by the lines" count={file.good} />}>
          {formatMoney(file.cents)}
        </SumLine>
        <SumLine label={<Counted what="Approved" count={approved.count} />}>
          {formatMoney(-approved.cents, { currency: false })}
        </SumLine>
        <SumLine label={<Counted what="Declined" count={declined.count} />}>
          {formatMoney(-declined.cents, { currency: false })}
        </SumLine>
        <SumLine label={<Counted what="Errors" count={errors.count} />}>
          {formatMoney(-errors.cents, { currency: false })}
        </SumLine>
        {atUpload > 0 && (
          <SumLine
            label={<Counted what="Not run: refused at the upload, or had come before" count={atUpload} />}
          >
            <span className="text-faint">not told</span>
          </SumLine>
        )}
        <SumLine label="Left over" total>
          {formatMoney(open)}
        </SumLine>
      </SumList>
      {open === 0 && lines === file.good ? (
        <State tone="approved" icon="equal" wraps>
          <b>Agrees.</b> Every line and every cent that was released is accounted for.
        </State>
      ) : (
        <State tone="warning" icon="differs" wraps>
          <b>{formatMoney(Math.abs(open))} differ</b>
          {lines === file.good ? "" : `, and ${countOf(Math.abs(file.good - lines), "line")}`}.{" "}
          {reason(file, atUpload)}
        </State>
      )}
    </div>
  );
}

function Counted({ what, count }: { what: string; count: number }) {
  return (
    <>
      {what} <span className="text-faint">{formatCount(count)}</span>
    </>
  );
}

function reason(file: BulkFile, atUpload: number): string {
  const whole = file.totals.reduce((count, { withoutAmount }) => count + withoutAmount, 0);
  return [
    atUpload > 0 && `${countOf(atUpload, "line")} were not run, and their money did not move.`,
    whole > 0 &&
      `${countOf(whole, "line")} named no amount: the gateway took the whole of an earlier payment.`,
    "A line that is refused before it reaches an issuer, or approved in part, can show another amount than the file named.",
  ]
    .filter(Boolean)
    .join(" ");
}
