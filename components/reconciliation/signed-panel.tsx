import { IntegrityNote } from "#components/layout/integrity-note.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatInstant, formatMoment } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { BatchReconciliation, Run, Signature } from "#lib/reconciliation/reconciliation.ts";
import { totalsText } from "#lib/reconciliation/totals-text.ts";
import { momentIn } from "#lib/time.ts";
import type { SignDraft } from "./sign-panel.tsx";

/** What was signed, by whom, and that it is still so. */
export function SignedPanel({
  reconciliation: { figures, superseded },
  run,
  signature,
  now,
}: {
  reconciliation: BatchReconciliation;
  run: Run;
  signature: Signature;
  now: number;
}) {
  const { timeZone } = useMerchant();
  return (
    <Panel aria-label={t("Signature")}>
      <ResultBand
        tone="approved"
        icon="sealed"
        end={
          <StatusLabel tone="approved" icon="equal">
            {t("Compared again {instant}, unchanged", {
              instant: formatInstant(timeZone, run.checkedAt, now),
            })}
          </StatusLabel>
        }
      >
        {t("Signed: {totals}, every difference explained", { totals: totalsText(figures) })}
      </ResultBand>
      {run.integrity && run.integrity !== "intact" && (
        <PanelSection className="sm:px-6">
          <IntegrityNote integrity={run.integrity} />
        </PanelSection>
      )}
      <PanelSection className="flex flex-wrap items-start justify-between gap-4 sm:px-6">
        <Facts columns={4} className="min-w-0 flex-1">
          <Fact label={t("Signed by")}>{signature.by}</Fact>
          <Fact label={t("On ~date")}>
            {formatMoment(momentIn(timeZone, signature.at), { weekday: false, year: true })}
          </Fact>
          <Fact label={t("Reconciliation")}>
            {t("{number} of {count}", {
              number: run.number,
              count: Math.max(run.number, ...superseded.map(({ number }) => number)),
            })}
          </Fact>
          <Fact label={t("Digest of what was compared")}>
            <span className="font-mono">{shortHash(run.hash)}</span>
          </Fact>
          {signature.note && (
            <div className="col-span-full">
              <Fact label={t("Note")}>{signature.note}</Fact>
            </div>
          )}
        </Facts>
        <Button size="s" icon="print" kbd="P" onClick={() => window.print()}>
          {t("Print")}
        </Button>
      </PanelSection>
    </Panel>
  );
}

/** That somebody else signed while this person was about to, with the note they would lose. */
export function NotStoredNote({
  signature,
  draft: { note, refused },
}: {
  signature: Signature;
  draft: SignDraft;
}) {
  const own = note.trim();
  if (!refused && (own === "" || own === signature.note)) return null;
  return (
    <Note tone="warning" role="alert">
      {t("{by} has already signed; your signature was not saved.", { by: signature.by })}
      {own !== "" && <span className="block wrap-anywhere">{t("Your note: {own}", { own })}</span>}
    </Note>
  );
}

/** Earlier signatures that no longer hold, with what changed. */
export function SupersededPanel({ runs, now }: { runs: BatchReconciliation["superseded"]; now: number }) {
  const { timeZone } = useMerchant();
  if (runs.length === 0) return null;
  return (
    <Panel>
      <PanelHead title={t("Superseded")} sub={t("signed, then something changed")} />
      {runs.map(({ number, signature, supersededAt, changes, hash, integrity }) => (
        <PanelSection key={number} className="grid gap-1 text-13">
          {integrity && <IntegrityNote integrity={integrity} />}
          <StatusLabel tone="warning" icon="differs" wraps>
            <b>
              {t("Reconciliation {number}, signed by {by}", { number, by: signature?.by })}
              {signature && ` ${formatInstant(timeZone, signature.at, now)}`}
            </b>
            {supersededAt !== undefined &&
              t(", changed {instant}", { instant: formatInstant(timeZone, supersededAt, now) })}
            <span className="font-mono text-faint"> {shortHash(hash)}</span>
          </StatusLabel>
          <ul className="ml-6 list-disc text-muted">
            {changes.map((change) => (
              <li key={change}>{translate(change)}</li>
            ))}
          </ul>
        </PanelSection>
      ))}
    </Panel>
  );
}

/** "7c1e 04ab 93f2 5d60": enough to compare two sheets of paper. */
const shortHash = (hash: string) => (hash.slice(0, 16).match(/.{4}/g) ?? []).join(" ");
