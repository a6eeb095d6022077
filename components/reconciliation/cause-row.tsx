import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Td, Tr } from "#components/ui/table/table.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { causes as causeTable } from "#lib/reconciliation/causes.ts";
import { type Explanation, remainderId, type ShownCause } from "#lib/reconciliation/reconciliation.ts";
import { formatSigned } from "./difference.tsx";
import { ExplainForm } from "./explain-form.tsx";

/** A difference with its cause, what a person wrote about it, and its state. */
export function CauseRow({
  cause,
  explanation,
  batchKey,
  now,
}: {
  cause: ShownCause;
  explanation: Explanation | undefined;
  /** Where a person may explain it. */
  batchKey: string | undefined;
  now: number;
}) {
  const { timeZone } = useMerchant();
  const { title, text, resolvedBy } = causeTable[cause.kind];
  const at = "untimed" in causeTable[cause.kind] ? undefined : cause.at;
  const when = at ? ` ${formatInstant(timeZone, at, now, { seconds: true })}.` : "";
  return (
    <Tr>
      <Td numeric place="lead" className="align-top font-semibold">
        {formatSigned(cause.cents, cause.currency)}
      </Td>
      <Td place="full" className="align-top">
        <span className="font-semibold">{title}</span>
        <span className="block text-13 text-muted">
          {text}
          {when}
        </span>
        {resolvedBy === "person" && (
          <PersonsWords
            explanation={explanation}
            batchKey={batchKey}
            causeId={cause.id}
            subject={`${title}, ${formatSigned(cause.cents, cause.currency)}`}
          />
        )}
      </Td>
      <Td place="full" className="align-top text-13">
        <CauseLinks cause={cause} />
      </Td>
      <Td place="full" className="align-top">
        <CauseState cause={cause} explanation={explanation} now={now} />
      </Td>
    </Tr>
  );
}

/** What nothing explains, also when it is nothing. */
export function RemainderRow({
  cents,
  currency,
  explanation,
  batchKey,
  now,
}: {
  cents: number;
  /** Missing for the merchant's own. */
  currency: string | undefined;
  explanation: Explanation | undefined;
  batchKey: string | undefined;
  now: number;
}) {
  const { timeZone } = useMerchant();
  return (
    <Tr>
      <Td numeric place="lead" className="align-top font-semibold">
        {formatSigned(cents, currency)}
      </Td>
      <Td place="full" className="align-top">
        <span className="font-semibold">
          {currency === undefined
            ? t("Left without a cause")
            : t("Left without a cause in {currency}", { currency })}
        </span>
        {cents !== 0 && (
          <PersonsWords
            explanation={explanation}
            batchKey={batchKey}
            causeId={remainderId(cents, currency)}
            subject={t("the remainder of {signed}", { signed: formatSigned(cents, currency) })}
          />
        )}
      </Td>
      <Td drop="s" />
      <Td place="full" className="align-top">
        {cents === 0 ? (
          <StatusLabel tone="approved" icon="equal">
            {t("Nothing left")}
          </StatusLabel>
        ) : explanation ? (
          <Explained by={explanation.by} at={formatInstant(timeZone, explanation.at, now)} />
        ) : (
          <StatusLabel tone="warning" icon="warning">
            {t("Needs a reason")}
          </StatusLabel>
        )}
      </Td>
    </Tr>
  );
}

function PersonsWords({
  explanation,
  batchKey,
  causeId,
  subject,
}: {
  explanation: Explanation | undefined;
  batchKey: string | undefined;
  causeId: string;
  subject: string;
}) {
  return (
    <>
      {explanation && <span className="mt-1 block text-13 wrap-anywhere">“{explanation.text}”</span>}
      {batchKey && (
        <ExplainForm
          batchKey={batchKey}
          causeId={causeId}
          number={(explanation?.number ?? 0) + 1}
          subject={subject}
        />
      )}
    </>
  );
}

function CauseLinks({ cause: { kind, name, keys, attemptIds, otherBatch, detail } }: { cause: ShownCause }) {
  const [key] = keys;
  const [attemptId] = attemptIds;
  const others = Math.max(keys.length, attemptIds.length) - 1;
  const text = (name && translate(name)) || (key ? t("Transaction") : t("Payment"));
  // What is not at the gateway as expected is seen by what was recorded here.
  const isOurs = attemptId !== undefined && (key === undefined || kind === "missing");
  return (
    <>
      {(key !== undefined || attemptId !== undefined) && (
        <Link
          href={isOurs ? paths.attempt(attemptId) : paths.transaction(key ?? "")}
          title={text}
          className="inline-block max-w-full align-bottom wrap-anywhere sm:max-w-44 sm:truncate"
        >
          {text}
        </Link>
      )}
      {others > 0 && (
        <span className="text-faint"> {t("and {count} more", { count: formatCount(others) })}</span>
      )}
      {otherBatch && (
        <>
          {", "}
          <Link href={paths.batch(otherBatch.key)} className="whitespace-nowrap">
            {t("batch {name}", { name: otherBatch.name })}
          </Link>
        </>
      )}
      {detail === "voidedAfterTotal" && (
        <span className="block text-faint">{t("Any of these voids fits.")}</span>
      )}
    </>
  );
}

function CauseState({
  cause,
  explanation,
  now,
}: {
  cause: ShownCause;
  explanation: Explanation | undefined;
  now: number;
}) {
  const { timeZone } = useMerchant();
  const row = causeTable[cause.kind];
  if (row.resolvedBy === "time")
    return (
      <>
        <StatusLabel tone="warning" icon="pending">
          {t("Waiting")}
        </StatusLabel>
        {cause.dueAt !== undefined && cause.dueAt > now && (
          <span className="block text-13 text-faint">
            {t("looks again {instant}", { instant: formatInstant(timeZone, cause.dueAt, now) })}
          </span>
        )}
      </>
    );
  if (row.resolvedBy === "person" && !explanation)
    return (
      <StatusLabel tone="warning" icon="warning">
        {t("Needs a reason")}
      </StatusLabel>
    );
  if ("information" in row)
    return (
      <StatusLabel tone="neutral" icon="info">
        {t("For information")}
      </StatusLabel>
    );
  return explanation ? (
    <Explained by={explanation.by} at={formatInstant(timeZone, explanation.at, now)} />
  ) : (
    <Explained by={t("the console")} />
  );
}

function Explained({ by, at }: { by: string; at?: string }) {
  return (
    <>
      <StatusLabel tone="approved" icon="approved">
        {t("Explained")}
      </StatusLabel>
      <span className="block text-13 wrap-anywhere text-faint">
        {at === undefined ? t("by {by}", { by }) : `${by}, ${at}`}
      </span>
    </>
  );
}
