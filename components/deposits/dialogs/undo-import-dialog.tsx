"use client";

import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { ShownImport } from "#lib/deposits/deposits-view.ts";
import { countOf } from "#lib/format/counts.ts";
import { depositsKey } from "#lib/queries/deposits.ts";
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
    unanswered: "No answer came. Look whether the import is undone, then try again.",
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
      title={`Undo the import of ${file.name}?`}
      description="Its lines are removed. The file can be imported again."
      footer={
        <>
          <Button onClick={onClose}>Keep the import</Button>
          <Button variant="primary" loading={pending} onClick={() => void undo()}>
            Remove {countOf(file.lines, "line")}
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
  `${countOf(removed, "line")} removed.${
    kept > 0
      ? ` ${countOf(kept, "line stays", "lines stay")}: a match was undone, and its history is kept.`
      : ""
  }`;
