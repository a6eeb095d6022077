"use client";

import { useEffect } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import type { BulkFileState } from "#lib/bulk/file/bulk-file.ts";
import { formatBytes } from "#lib/format/bytes.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";
import { ApprovalPanel } from "../approve/approval-panel.tsx";
import { useBulkApproval } from "../approve/use-approval.ts";
import { FileHead, FormatChoice } from "./file-head.tsx";
import { RowsPanel } from "./rows-panel.tsx";
import { SubmitPanel } from "./submit-panel.tsx";
import type { UploadSettings } from "./upload-settings.ts";
import type { BulkUploadView, ValidatedFile } from "./use-bulk-upload.ts";
import { ValidationSummaryTiles } from "./validation-summary-tiles.tsx";

/** `open`: rows may be fixed; `submitted`: the file must stay; `over`: nothing more is to come from this page. */
export type Stage = "open" | "submitted" | "over";

const over: readonly (BulkFileState | undefined)[] = ["sent", "refused", "unknown", "cancelled"];

/** A checked file: its figures, the rows that ask for a decision, and its way to the gateway. */
export function ValidatedPanel({
  checked,
  settings,
  upload,
  onPick,
  onStage,
}: {
  checked: ValidatedFile;
  settings: UploadSettings;
  upload: BulkUploadView;
  onPick: () => void;
  onStage: (stage: Stage) => void;
}) {
  const { file, summary, opened, checkedAt } = checked;
  const { timeZone } = useMerchant();
  const approval = useBulkApproval({ worker: checked.worker, mayApprove: settings.mayApprove });
  const isFixed = approval.state.kind !== "none";
  const isOver = isFixed && over.includes(approval.file?.state);
  const stage = isOver ? "over" : isFixed ? "submitted" : "open";
  useEffect(() => onStage(stage), [stage, onStage]);
  const facts = t("{rows}, {bytes}, read in this browser at {time}.", {
    rows: countOf(summary.rows, "row"),
    bytes: formatBytes(file.size),
    time: formatTime(momentIn(timeZone, checkedAt)),
  });

  return (
    <>
      <ApprovalPanel
        approval={approval}
        size={file.size}
        onAnother={() => {
          upload.clear();
          onStage("open");
        }}
      />
      <Panel roomy aria-label={t("The file")}>
        <FileHead
          name={file.name}
          facts={isFixed ? facts : t("{facts} Nothing has been sent.", { facts })}
          onPick={isFixed ? undefined : onPick}
        />
        {!isFixed && (
          <FormatChoice format={opened} onChange={(format) => void upload.reread(file, format)}>
            <Button size="s" variant="quiet" icon="columns" onClick={() => upload.openMapping(checked)}>
              {t("Columns")}
            </Button>
          </FormatChoice>
        )}
        <ValidationSummaryTiles summary={summary} state={approval.file?.state} />
        <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_336px]">
          <RowsPanel checked={checked} isFixed={isFixed} onDecided={() => upload.refresh(checked)} />
          <div className="border-line max-lg:border-t lg:border-l">
            <SubmitPanel checked={checked} approval={approval} settings={settings} />
          </div>
        </div>
      </Panel>
    </>
  );
}
