import Link from "next/link";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel.tsx";
import { State } from "#components/ui/state.tsx";
import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table.tsx";
import { countWithoutAmount } from "#lib/bulk/approval.ts";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import { agreesWithBatch, type BatchTotal, type MoneySums, type Outcomes } from "#lib/bulk/bulk-results.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";

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
                    <Link href={paths.batch(batch.batchKey)} className="font-semibold">
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
          <Released file={file} outcomes={outcomes} refundsCents={sum(({ refundsCents }) => refundsCents)} />
        )}
        <Comparison batches={batches} isComparing={isComparing} file={file} outcomes={outcomes} />
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

/**
 * What was released beside what became of it, a refund counting like a sale. Duplicates, declines and errors moved no
 * money.
 */
function Released({
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

/** Agrees only where every batch was read and every row is accounted for. */
function Comparison({
  batches,
  isComparing,
  file,
  outcomes,
}: {
  batches: readonly BatchTotal[];
  isComparing: boolean;
  file: BulkFile | undefined;
  outcomes: Outcomes;
}) {
  const inBatches = batches.filter(({ batchKey }) => batchKey !== undefined);
  const unread = inBatches.filter(({ held }) => !held);
  const differing = inBatches.filter((batch) => agreesWithBatch(batch) === false);
  const outside = batches.find(({ batchKey }) => batchKey === undefined);
  const problems = file ? differences(file, outcomes) : [];
  const unnamed = file ? unnamedCents(file, outcomes) : 0;
  const aside = outside
    ? ` ${countOf(outside.count, "payment")} ${outside.count === 1 ? "is" : "are"} in no batch (checks, cash, authorizations) and could not be compared.`
    : "";
  if (differing.length > 0 || problems.length > 0)
    return (
      <State tone="warning" icon="differs" wraps>
        <b>Differs.</b> {[...differing.map(sayDifference), ...problems].join(" ")}
        {aside}
      </State>
    );
  if (unread.length > 0)
    return (
      <State tone="neutral" icon="clock" wraps>
        <b>Not compared yet.</b>{" "}
        {isComparing
          ? "The batches are being read from the gateway."
          : "The batches could not be read. Open this page again later."}
      </State>
    );
  if (inBatches.length === 0) return aside ? <p className="text-13 text-muted">{aside.trim()}</p> : null;
  return (
    <State tone="approved" icon="equal" wraps>
      <b>Agrees.</b> {inBatches.length === 1 ? "The batch holds" : "The batches hold"} every approved payment,
      to the cent{file ? ", and every row that was released is accounted for" : ""}.
      {file && unnamed > 0 && ` ${sayUnnamed(file, unnamed)}`}
      {aside}
    </State>
  );
}

function sayDifference(batch: BatchTotal): string {
  const { held, batchName, batchKey, count, salesCents, refundsCents } = batch;
  const [said, holds] = [salesCents - refundsCents, (held?.salesCents ?? 0) - (held?.refundsCents ?? 0)];
  return `Batch ${batchName ?? batchKey} holds ${countOf(held?.count ?? 0, "payment")}, ${formatMoney(holds)}, of ${formatCount(count)}, ${formatMoney(said)}. A payment may have been voided or changed since.`;
}

/**
 * What rows without an amount came to: the outcomes' money beyond what the file names. 0 while a row has no outcome or
 * failed, since such a row may name money that no outcome shows.
 */
function unnamedCents(file: BulkFile, outcomes: Outcomes): number {
  const failed = notRunOf(file) + outcomes.errors.count;
  if (countWithoutAmount(file.totals) === 0 || failed > 0) return 0;
  if (rowsOf(file, outcomes) !== file.good) return 0;
  return Math.max(0, centsOf(outcomes) - file.cents);
}

function sayUnnamed(file: BulkFile, cents: number): string {
  const count = countWithoutAmount(file.totals);
  return `${countOf(count, "row")} named no amount and came to ${formatMoney(cents)}, unless a row was approved in part.`;
}

/** Rows or money of the file that no outcome accounts for. */
function differences(file: BulkFile, outcomes: Outcomes): string[] {
  const open = file.cents + unnamedCents(file, outcomes) - centsOf(outcomes);
  const notRun = notRunOf(file);
  const rows = rowsOf(file, outcomes);
  if (open === 0 && rows === file.good) return [];
  const whole = countWithoutAmount(file.totals);
  return [
    `${formatMoney(Math.abs(open))} of the file ${rows === file.good ? "" : `and ${countOf(Math.abs(file.good - rows), "row")} `}are not accounted for.`,
    notRun > 0 && `${countOf(notRun, "row")} were not run, and their money did not move.`,
    whole > 0 && `${countOf(whole, "row")} named no amount.`,
    "A row that is refused before it reaches an issuer, or approved in part, can show another amount than the file named.",
  ].filter((reason) => reason !== false);
}

/** Rows whose outcome is known. */
const rowsOf = (file: BulkFile, { approved, duplicates, declined, errors }: Outcomes) =>
  approved.count + duplicates.count + declined.count + errors.count + notRunOf(file);

const notRunOf = ({ upload }: BulkFile) => (upload?.errors ?? 0) + (upload?.dupes ?? 0);

const centsOf = ({ approved, duplicates, declined, errors }: Outcomes) =>
  approved.cents + duplicates.cents + declined.cents + errors.cents;

function Counted({ what, count }: { what: string; count: number }) {
  return (
    <>
      {what} <span className="text-faint">{formatCount(count)}</span>
    </>
  );
}
