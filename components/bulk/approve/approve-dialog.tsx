"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatFileSums } from "#lib/bulk/file/file-sum.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { bulkReviewQuery } from "#lib/queries/bulk.ts";
import { approveBulk } from "#server/actions/bulk.ts";
import { FileTotals } from "../file-totals.tsx";
import { useBulkAct } from "../use-bulk-act.ts";
import { FileReview } from "./file-review.tsx";

/** Asks for the approval of a file by its totals. Once it is approved the browser that has the file sends it. */
export function ApproveDialog({ file, onClose }: { file: BulkFile; onClose: () => void }) {
  // A file that can't be viewed can't be approved.
  const { act, pending, problem } = useBulkAct();
  const review = useQuery(bulkReviewQuery(file.id));
  const approve = async () => {
    if (await act(() => approveBulk({ id: file.id }))) onClose();
  };
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && onClose()}
      title={t("Approve {rows}?", { rows: countOf(file.good, "row") })}
      description={
        <span className="wrap-anywhere">
          {t("{name}, prepared by {preparedBy}: {totals}.", {
            name: file.name,
            preparedBy: file.preparedBy,
            totals: formatFileSums(file.totals),
          })}
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>{t("Not now")}</Button>
          <Button variant="primary" loading={pending} disabled={!review.isSuccess} onClick={approve}>
            {t("Approve {rows}", { rows: countOf(file.good, "row") })}
          </Button>
        </>
      }
    >
      {file.secondReason && (
        <Note icon="people">
          <b>{t("A second person approves it.")}</b> {translate(file.secondReason)}
        </Note>
      )}
      <FileTotals totals={file.totals} />
      <FileReview file={file} />
      <p className="text-13 text-muted">
        {file.excluded > 0 && t("{rows} excluded. ", { rows: countOf(file.excluded, "row") })}
        {file.fixed > 0 && t("{rows} fixed. ", { rows: countOf(file.fixed, "row") })}
        {t(
          "Exactly these rows can be sent: any other change needs a new approval. {preparedBy} sends the file from their browser, which has to stay open.",
          { preparedBy: file.preparedBy },
        )}
      </p>
      {problem && (
        <Note tone="declined" role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}
