"use client";

import { useMemo } from "react";
import { IntegrityNote } from "#components/layout/integrity-note.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { paperNames, papers } from "#components/receipts/papers.ts";
import { usePrintFrame } from "#components/receipts/print-frame.tsx";
import { printedLabel } from "#components/receipts/receipt-labels.ts";
import { ReceiptPreview } from "#components/receipts/receipt-preview.tsx";
import { usePrintMemory } from "#components/receipts/use-print-memory.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import type { StoredReport } from "#lib/drawer/shift.ts";
import { toZDocument } from "#lib/drawer/z-document.ts";
import { t } from "#lib/language/t.ts";

/** A Z report as it prints, on a roll or a sheet. A later print at this workstation is marked as a copy. */
export function ReportPanel({ stored: { figures: report, hash, integrity } }: { stored: StoredReport }) {
  const { timeZone } = useMerchant();
  const html = useMemo(() => toZDocument(report, { timeZone, hash }), [report, timeZone, hash]);
  const { paper, setPaper, prints, notePrint } = usePrintMemory(`z-${report.number}`);
  const { element, print, contentPx } = usePrintFrame({ html, paper });
  const onPrint = () => void print(prints?.count ?? 0).then(notePrint);
  useHotkeys(
    [
      { keys: "p", does: t("Print the Z report"), act: onPrint },
      { keys: "ctrl+p", does: t("Print the Z report"), act: onPrint },
    ],
    { group: t("Z report") },
  );
  return (
    <Panel as="aside" aria-label={t("Z report")} className="print:hidden">
      <PanelHead title={t("Z report")}>{report.number}</PanelHead>
      <PanelSection className="grid gap-3">
        <IntegrityNote integrity={integrity} />
        <Segmented
          full
          label={t("Paper")}
          options={paperNames.map((value) => ({ value, label: papers[value].label }))}
          value={paper}
          onChange={setPaper}
        />
      </PanelSection>
      <ReceiptPreview
        title={t("Z report")}
        html={html}
        paper={paper}
        printedBefore={prints?.count ?? 0}
        contentPx={contentPx}
      />
      <PanelSection className="border-t-0!">
        <Button variant="primary" icon="print" kbd="P" aria-label={t("Print")} block onClick={onPrint}>
          {t("Print")}
        </Button>
        {prints && (
          <p role="status" className="mt-2 text-12 text-faint">
            {printedLabel(prints, { timeZone, now: Date.now() })}
          </p>
        )}
      </PanelSection>
      {element}
    </Panel>
  );
}
