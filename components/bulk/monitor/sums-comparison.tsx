import type { ReactNode } from "react";
import { State } from "#components/ui/status/state.tsx";
import { type Accounting, formatOpen, isLost } from "#lib/bulk/accounting.ts";
import {
  type BatchTotal,
  changedSince,
  type LaterChange,
  type LaterState,
  type OutcomeTotal,
} from "#lib/bulk/bulk-results.ts";
import { countWithoutAmount } from "#lib/bulk/bulk-totals.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { Authorized } from "./authorized-note.tsx";
import { Payments } from "./payment-links.tsx";

/** Whether what was released is what ran, and what ran is in its batches; otherwise what differs and what to do next. */
export function SumsComparison({
  batches,
  authorized,
  since,
  isComparing,
  file,
  accounting,
}: {
  batches: readonly BatchTotal[];
  authorized: OutcomeTotal;
  since: readonly LaterChange[];
  isComparing: boolean;
  /** Undefined, as its accounting, when the group was uploaded by something else. */
  file: BulkFile | undefined;
  accounting: Accounting | undefined;
}) {
  return (
    <div className="grid gap-2">
      <Verdict batches={batches} since={since} isComparing={isComparing} accounting={accounting} />
      {accounting?.verdict === "explained" && (
        <p className="text-13 text-muted">{formatReasons(accounting)}</p>
      )}
      {file && accounting && accounting.unnamedCents > 0 && (
        <p className="text-13 text-muted">
          {`${countOf(countWithoutAmount(file.totals), "row")} took the whole of an earlier payment or changed one, and came to ${formatMoney(accounting.unnamedCents)}.`}
        </p>
      )}
      <Outside batches={batches} />
      <Authorized of={authorized} since={since} />
    </div>
  );
}

function Verdict({
  batches,
  since,
  isComparing,
  accounting,
}: {
  batches: readonly BatchTotal[];
  since: readonly LaterChange[];
  isComparing: boolean;
  accounting: Accounting | undefined;
}) {
  const inBatches = batches.filter(({ batchKey }) => batchKey !== undefined);
  const unread = inBatches.filter(({ held }) => !held);
  const rows = accounting ? "Every row that was released is accounted for" : undefined;
  if (isLost(inBatches, accounting))
    return (
      <State tone="warning" icon="differs" wraps>
        <b>Differs.</b> {accounting?.verdict === "differs" && formatOpen(accounting)}
        {inBatches.map((batch) => (
          <Missing key={batch.batchKey} batch={batch} />
        ))}{" "}
        Don't send rows of this file again before they are found.
      </State>
    );
  if (unread.length > 0)
    return (
      <State tone="neutral" icon="clock" wraps>
        <b>{unread.length < inBatches.length ? "Not all compared yet." : "Not compared yet."}</b>{" "}
        {isComparing
          ? "The batches are being read from the gateway."
          : `${unread.map(formatUnread).join(" ")} Open this page again later.`}
        {rows && ` ${rows}.`}
      </State>
    );
  const isOutside = batches.length > inBatches.length;
  const holds = inBatches.length === 1 ? "The batch holds" : "The batches hold";
  const payment = isOutside ? "approved payment that is in one" : "approved payment";
  const inVoided = new Set(inBatches.flatMap(({ held }) => held?.voided.keys ?? []));
  const changes = since.filter(({ key }) => !inVoided.has(key));
  if (inBatches.some(changedSince) || changes.length > 0)
    return (
      <State tone="neutral" icon="info" wraps>
        <b>Changed since.</b> {inBatches.length > 0 && `${holds} every ${payment}`}
        {inBatches.length > 0 && rows ? ", and every row that was released is accounted for." : null}
        {inBatches.length > 0 && !rows ? "." : null}
        {inBatches.length === 0 && rows && `${rows}.`}
        {inBatches.map((batch) => (
          <Changes key={batch.batchKey} batch={batch} />
        ))}
        <Later changes={changes} />
        {!isOutside && " Nothing is missing."}
      </State>
    );
  if (isOutside)
    return (
      <State tone="neutral" icon="info" wraps>
        <b>{inBatches.length > 0 ? "Compared in part." : "Not compared."}</b>
        {inBatches.length > 0 && ` ${holds} every ${payment}, to the cent.`}
        {rows && ` ${rows}.`}
      </State>
    );
  if (inBatches.length > 0)
    return (
      <State tone="approved" icon="equal" wraps>
        <b>Agrees.</b> {inBatches.length === 1 ? "The batch holds" : "The batches hold"} every approved
        payment, to the cent{rows && ", and every row that was released is accounted for"}.
      </State>
    );
  return rows ? (
    <State tone="approved" icon="equal" wraps>
      <b>Agrees.</b> {rows}.
    </State>
  ) : null;
}

function Outside({ batches }: { batches: readonly BatchTotal[] }) {
  const outside = batches.find(({ batchKey }) => batchKey === undefined);
  if (!outside) return null;
  return (
    <p className="text-13 text-muted">
      {countOf(outside.count, "payment")} {outside.count === 1 ? "is" : "are"} in no batch (checks, cash) and
      could not be compared.
    </p>
  );
}

/** What became of payments since, by what it was. */
function Later({ changes }: { changes: readonly LaterChange[] }) {
  const byState = [...Map.groupBy(changes, ({ now }) => now)];
  return byState.map(([state, some]) => (
    <span key={state}>
      {` ${countOf(some.length, some.every(({ wasAuthorized }) => wasAuthorized) ? "authorization" : "payment")} ${some.length === 1 ? "was" : "were"} ${laterWords[state] ?? "changed"}: `}
      <Payments of={{ count: some.length, keys: some.map(({ key }) => key) }} />.
    </span>
  ));
}

const laterWords: Partial<Record<LaterState, string>> = {
  captured: "captured",
  voided: "voided",
  released: "voided, its funds released",
  returned: "returned by the bank",
  timedOut: "not answered by the bank",
  error: "refused by the bank",
  declined: "declined by the bank",
  refunded: "refunded",
  partlyRefunded: "refunded in part",
};

const nameOf = ({ batchName, batchKey }: BatchTotal) => `Batch ${batchName ?? batchKey}`;

function formatUnread(batch: BatchTotal): string {
  return `${nameOf(batch)} could not be read. ${batch.problem ?? ""}`.trim();
}

function Missing({ batch }: { batch: BatchTotal }) {
  const missing = batch.held?.missing;
  if (!missing || missing.count === 0) return null;
  return (
    <>
      {" "}
      {`${nameOf(batch)} doesn't list ${formatCount(missing.count)} of the ${countOf(batch.count, "approved payment")}: `}
      <Payments of={missing} />. Open {missing.count === 1 ? "it" : "them"} to see whether{" "}
      {missing.count === 1 ? "it was" : "they were"} taken out of the batch; if not, ask the gateway.
    </>
  );
}

function Changes({ batch: { held, ...batch } }: { batch: BatchTotal }) {
  if (!held || held.voided.count + held.changed.count === 0) return null;
  const { voided, changed } = held;
  const parts: ReactNode[] = [];
  if (voided.count > 0)
    parts.push(
      <span key="voided">
        {`${countOf(voided.count, "payment")} ${voided.count === 1 ? "was" : "were"} voided: `}
        <Payments of={voided} />.
      </span>,
    );
  if (changed.count > 0)
    parts.push(
      <span key="changed">
        {`${countOf(changed.count, "payment")} now ${changed.count === 1 ? "has" : "have"} another amount: `}
        <Payments of={changed} />.
      </span>,
    );
  return (
    <>
      {` ${nameOf({ ...batch, held })}: `}
      {parts[0]} {parts[1]}
    </>
  );
}

/** Why the amounts of a file and of its outcomes need not be equal. */
function formatReasons({ notRun, unsureRows, inPart, openCents }: Accounting): string {
  const were = (count: number) => (count === 1 ? "was" : "were");
  const reasons = [
    notRun > 0 && `${countOf(notRun, "row")} ${were(notRun)} not run: rejected, or sent before`,
    unsureRows > 0 &&
      `${countOf(unsureRows, "row")} ${unsureRows === 1 ? "has" : "have"} an outcome without the amount of the row`,
    inPart > 0 && `${countOf(inPart, "row")} ${were(inPart)} approved only in part`,
  ].filter((reason) => reason !== false);
  const because = reasons.length > 0 ? `${reasons.join("; ")}.` : "";
  if (openCents === undefined)
    return `The amounts of the file are not compared: its rows name plain numbers, and payments are in other currencies. ${because}`.trim();
  if (openCents < 0)
    return `The outcomes show ${formatMoney(-openCents)} more than the rows name. Rows that take or change an earlier payment show its amount, and so do failed rows, which moved nothing. ${because}`.trim();
  const next = inPart > 0 ? " Collect the rest of a partial approval another way." : "";
  return `${formatMoney(openCents)} of the file is in no outcome: ${because}${next}`;
}
