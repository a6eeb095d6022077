import { State } from "#components/ui/state.tsx";
import { countWithoutAmount } from "#lib/bulk/approval.ts";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import { agreesWithBatch, type BatchTotal, type Outcomes } from "#lib/bulk/bulk-results.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { centsOf, notRunOf, rowsOf, unnamedCents } from "./released-rows.ts";

/** Agrees only where every batch was read and every row is accounted for. */
export function SumsComparison({
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
