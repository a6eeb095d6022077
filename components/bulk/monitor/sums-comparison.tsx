import type { ReactNode } from "react";
import { tx } from "#components/ui/rich-text.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { type Accounting, formatOpen, isLost } from "#lib/bulk/accounting.ts";
import {
  type BatchTotal,
  changedSince,
  type LaterChange,
  type OutcomeTotal,
} from "#lib/bulk/bulk-results.ts";
import { countWithoutAmount } from "#lib/bulk/bulk-totals.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { Authorized } from "./authorized-note.tsx";
import { LaterChanges } from "./later-changes.tsx";
import { Payments } from "./payment-links.tsx";

/** Whether what was approved is what ran, and what ran is in its batches; otherwise what differs and what to do next. */
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
          {t("{rows} used all of an earlier payment or changed one, {money} in total.", {
            rows: countOf(countWithoutAmount(file.totals), "row"),
            money: formatMoney(accounting.unnamedCents),
          })}
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
  const rows = accounting ? t("Every row of the file is accounted for.") : undefined;
  if (isLost(inBatches, accounting))
    return (
      <StatusLabel tone="warning" icon="differs" wraps>
        <b>{t("Differs.")}</b> {accounting?.verdict === "differs" && formatOpen(accounting)}
        {inBatches.map((batch) => (
          <Missing key={batch.batchKey} batch={batch} />
        ))}{" "}
        {t("Don't send rows of this file again before they are found.")}
      </StatusLabel>
    );
  if (unread.length > 0)
    return (
      <StatusLabel tone="neutral" icon="clock" wraps>
        <b>{unread.length < inBatches.length ? t("Not all compared yet.") : t("Not compared yet.")}</b>{" "}
        {isComparing
          ? t("The batches are being read from the gateway.")
          : t("{unread} Open this page again later.", { unread: unread.map(formatUnread).join(" ") })}
        {rows && ` ${rows}`}
      </StatusLabel>
    );
  const isOutside = batches.length > inBatches.length;
  const holds = holdsText(inBatches.length, isOutside);
  const inVoided = new Set(inBatches.flatMap(({ held }) => held?.voided.keys ?? []));
  const changes = since.filter(({ key }) => !inVoided.has(key));
  if (inBatches.some(changedSince) || changes.length > 0)
    return (
      <StatusLabel tone="neutral" icon="info" wraps>
        <b>{t("Changed since.")}</b>{" "}
        {inBatches.length === 0
          ? rows
          : rows
            ? t("{holds}, and every row of the file is accounted for.", { holds })
            : `${holds}.`}
        {inBatches.map((batch) => (
          <Changes key={batch.batchKey} batch={batch} />
        ))}
        <LaterChanges changes={changes} />
        {!isOutside && t(" Nothing is missing.")}
      </StatusLabel>
    );
  if (isOutside)
    return (
      <StatusLabel tone="neutral" icon="info" wraps>
        <b>{inBatches.length > 0 ? t("Compared in part.") : t("Not compared.")}</b>
        {inBatches.length > 0 && ` ${t("{holds}, to the cent.", { holds })}`}
        {rows && ` ${rows}`}
      </StatusLabel>
    );
  if (inBatches.length > 0)
    return (
      <StatusLabel tone="approved" icon="equal" wraps>
        <b>{t("Agrees.")}</b>{" "}
        {rows
          ? t("{holds}, to the cent, and every row of the file is accounted for.", { holds })
          : t("{holds}, to the cent.", { holds })}
      </StatusLabel>
    );
  return rows ? (
    <StatusLabel tone="approved" icon="equal" wraps>
      <b>{t("Agrees.")}</b> {rows}
    </StatusLabel>
  ) : null;
}

/** The beginning of a sentence. `isOutside`: some payments are in no batch. */
function holdsText(batches: number, isOutside: boolean): string {
  if (batches === 1)
    return isOutside
      ? t("The batch holds every approved payment that is in one")
      : t("The batch holds every approved payment");
  return isOutside
    ? t("The batches hold every approved payment that is in one")
    : t("The batches hold every approved payment");
}

function Outside({ batches }: { batches: readonly BatchTotal[] }) {
  const outside = batches.find(({ batchKey }) => batchKey === undefined);
  if (!outside) return null;
  return (
    <p className="text-13 text-muted">
      {outside.count === 1
        ? t("1 payment is in no batch (checks, cash) and could not be compared.")
        : t("{payments} are in no batch (checks, cash) and could not be compared.", {
            payments: countOf(outside.count, "payment"),
          })}
    </p>
  );
}

const nameOf = ({ batchName, batchKey }: BatchTotal) =>
  t("Batch {batchName}", { batchName: batchName ?? batchKey });

function formatUnread(batch: BatchTotal): string {
  return t("{batch} could not be read. {problem}", {
    batch: nameOf(batch),
    problem: translate(batch.problem ?? ""),
  }).trim();
}

function Missing({ batch }: { batch: BatchTotal }) {
  const missing = batch.held?.missing;
  if (!missing || missing.count === 0) return null;
  return (
    <>
      {" "}
      {tx(
        missing.count === 1
          ? "{batch} doesn't list {count} of the {approved}: {payments}. Open it to see whether it was taken out of the batch; if not, ask the gateway."
          : "{batch} doesn't list {count} of the {approved}: {payments}. Open them to see whether they were taken out of the batch; if not, ask the gateway.",
        {
          batch: nameOf(batch),
          count: formatCount(missing.count),
          approved: countOf(batch.count, "approved payment"),
          payments: <Payments of={missing} />,
        },
      )}
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
        {tx(voided.count === 1 ? "1 payment was voided: {payments}." : "{counted} were voided: {payments}.", {
          counted: countOf(voided.count, "payment"),
          payments: <Payments of={voided} />,
        })}
      </span>,
    );
  if (changed.count > 0)
    parts.push(
      <span key="changed">
        {tx(
          changed.count === 1
            ? "1 payment now has another amount: {payments}."
            : "{counted} now have another amount: {payments}.",
          { counted: countOf(changed.count, "payment"), payments: <Payments of={changed} /> },
        )}
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
  const reasons = [
    notRun > 0 &&
      (notRun === 1
        ? t("1 row was not run: rejected, or sent before")
        : t("{rows} were not run: rejected, or sent before", { rows: countOf(notRun, "row") })),
    unsureRows > 0 &&
      (unsureRows === 1
        ? t("1 row has an outcome without the amount of the row")
        : t("{rows} have an outcome without the amount of the row", { rows: countOf(unsureRows, "row") })),
    inPart > 0 &&
      (inPart === 1
        ? t("1 row was approved only in part")
        : t("{rows} were approved only in part", { rows: countOf(inPart, "row") })),
  ].filter((reason) => reason !== false);
  const because = reasons.length > 0 ? `${reasons.join("; ")}.` : "";
  if (openCents === undefined)
    return t(
      "The amounts of the file are not compared: its rows name plain numbers, and payments are in other currencies. {because}",
      { because },
    ).trim();
  if (openCents < 0)
    return t(
      "The outcomes show {money} more than the rows name. Rows that take or change an earlier payment show its amount, and so do failed rows, which moved nothing. {because}",
      { money: formatMoney(-openCents), because },
    ).trim();
  const next = inPart > 0 ? t(" Collect the rest of a partial approval another way.") : "";
  return t("{money} of the file is in no outcome: {because}{next}", {
    money: formatMoney(openCents),
    because,
    next,
  });
}
