import { useState } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { KeyRow } from "#components/layout/shortcuts/key-row.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { formatMoment } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { Dimension } from "#lib/reconciliation/breakdown.ts";
import type { BatchReconciliation } from "#lib/reconciliation/reconciliation.ts";
import { BreakdownPanel } from "./breakdown-panel.tsx";
import { CausePanel } from "./cause-panel.tsx";
import { NotInBatchPanel } from "./not-in-batch-panel.tsx";
import { type SignDraft, SignPanel } from "./sign-panel.tsx";
import { NotStoredNote, SignedPanel, SupersededPanel } from "./signed-panel.tsx";
import { TotalsPanel } from "./totals-panel.tsx";

/** A batch that was compared: its figures, what differs and why, and the signature. */
export function ReconciliationContents({
  reconciliation,
  now,
}: {
  reconciliation: BatchReconciliation;
  now: number;
}) {
  const { figures, run, state, superseded, notInBatch } = reconciliation;
  useHotkeys([{ keys: "p", does: t("Print this reconciliation"), act: () => window.print() }]);
  const [draft, setDraft] = useState<SignDraft>({ note: "", refused: false });
  const isCompared = state !== "inProgress";
  const breakdown = (dimension: Dimension) => (
    <BreakdownPanel dimension={dimension} lines={figures.breakdown[dimension]} />
  );
  const rail = (
    <div className="grid content-start gap-4 print:mt-6">
      {state !== "signed" && (
        <SignPanel reconciliation={reconciliation} now={now} draft={draft} onDraft={setDraft} />
      )}
      <BatchFacts reconciliation={reconciliation} />
      {state !== "signed" && isCompared && (
        <Button icon="print" kbd="P" onClick={() => window.print()}>
          {t("Print")}
        </Button>
      )}
    </div>
  );
  return (
    <>
      {run?.signature && <NotStoredNote signature={run.signature} draft={draft} />}
      {run?.signature && (
        <SignedPanel reconciliation={reconciliation} run={run} signature={run.signature} now={now} />
      )}
      <SupersededPanel runs={superseded} now={now} />
      <TwoColumns rail={rail}>
        <div className="grid min-w-0 gap-4 sm:gap-6 print:block print:space-y-6">
          <TotalsPanel figures={figures} />
          {isCompared && (
            <>
              <CausePanel reconciliation={reconciliation} kind="waiting" now={now} />
              <CausePanel reconciliation={reconciliation} kind="found" now={now} />
            </>
          )}
        </div>
      </TwoColumns>
      {isCompared && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6 lg:grid-cols-2 print:mt-6 print:grid-cols-2">
          <div className="grid min-w-0 gap-4 sm:gap-6">
            {breakdown("tender")}
            {breakdown("clerk")}
            <NotInBatchPanel found={notInBatch} />
          </div>
          <div className="grid min-w-0 gap-4 sm:gap-6">
            {breakdown("brand")}
            {breakdown("hour")}
          </div>
        </div>
      )}
      <FootNote>
        <ZoneNote />
      </FootNote>
      <KeyRow items={[{ keys: "P", does: t("print the reconciliation") }]} />
    </>
  );
}

/** The batch itself, for those who came by a link. */
function BatchFacts({
  reconciliation: { batchKey, batchName, opened, closed },
}: {
  reconciliation: BatchReconciliation;
}) {
  const moment = (text: string) => formatMoment(text, { seconds: true });
  return (
    <Panel as="aside" aria-label={t("About this batch")} className="p-4 text-13">
      <SumList>
        <SumLine label={t("Batch")}>
          <Link href={paths.batch(batchKey)}>{batchName}</Link>
        </SumLine>
        <SumLine label={t("Key")}>
          <span className="font-mono wrap-anywhere">{batchKey}</span>
        </SumLine>
        {opened && <SumLine label={t("Opened")}>{moment(opened)}</SumLine>}
        {closed && <SumLine label={t("Closed")}>{moment(closed)}</SumLine>}
      </SumList>
    </Panel>
  );
}
