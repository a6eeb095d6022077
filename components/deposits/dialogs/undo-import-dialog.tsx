"use client";

import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { ShownImport } from "#lib/deposits/deposits-view.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { depositsKey } from "#lib/queries/keys.ts";
import { undoDepositImport } from "#server/actions/deposits.ts";

/** Removes the lines of an import. */
export function UndoImportDialog({
  file,
  onClose,
  onDone,
}: {
  file: ShownImport;
  onClose: () => void;
  onDone: (text: string) => void;
}) {
  const { act, pending, problem } = useAct({
    changes: depositsKey,
    unanswered: t("No response from the server. Check whether the import was undone, then try again."),
  });
  const undo = async () => {
    let text = "";
    const done = await act(async () => {
      const result = await undoDepositImport({ file: file.id });
      if (result.ok) text = undoneText(result.value);
      return result;
    });
    if (done) onDone(text);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Undo the import of {name}?", { name: file.name })}
      description={t(
        "Its lines are removed, even if a later file has them too: there they were skipped. Import either file again to get them back.",
      )}
      footer={
        <>
          <Button onClick={onClose}>{t("Keep the import")}</Button>
          <Button variant="primary" loading={pending} onClick={() => void undo()}>
            {t("Remove {lines}", { lines: countOf(file.lines, "line") })}
          </Button>
        </>
      }
    >
      {problem && (
        <Note tone="warning" role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}

const undoneText = ({ removed, kept }: { removed: number; kept: number }) =>
  kept === 0
    ? t("{lines} removed.", { lines: countOf(removed, "line") })
    : kept === 1
      ? t("{lines} removed. 1 line stays: a match was undone, and its history is kept.", {
          lines: countOf(removed, "line"),
        })
      : t("{lines} removed. {kept} stay: a match was undone, and its history is kept.", {
          lines: countOf(removed, "line"),
          kept: countOf(kept, "line"),
        });
