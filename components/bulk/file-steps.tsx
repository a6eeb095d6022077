"use client";

import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { cancelBulk } from "#server/actions/bulk.ts";
import type { BulkPerson } from "./bulk-person.ts";
import { useBulkAct } from "./use-bulk-act.ts";

const ApproveDialog = dialogOnDemand(() =>
  import("./approve/approve-dialog.tsx").then((module) => module.ApproveDialog),
);

/** What may be done with a file that was not sent, and why not where it may not. */
export function FileSteps({ file, person }: { file: BulkFile; person: BulkPerson }) {
  usePreload(ApproveDialog);
  const [asking, setAsking] = useState(false);
  const { act, pending, problem } = useBulkAct();
  const forbidden = whyNot(file, person);
  const open = ["waiting", "approved", "unsent", "refused"].includes(file.state);
  if (!open) return null;
  return (
    <div className="grid content-start gap-3">
      {file.state === "waiting" && forbidden && <p className="text-13 text-muted">{forbidden}</p>}
      {file.state === "waiting" && !forbidden && file.secondReason && (
        <p className="text-13 text-muted">
          {t("Needs a second person. {reason}", { reason: translate(file.secondReason) })}
        </p>
      )}
      {file.state === "approved" && (
        <p className="text-13 text-muted">
          {t("It is sent from the browser of {preparedBy}. That page has to stay open.", {
            preparedBy: file.preparedBy,
          })}
        </p>
      )}
      {file.state === "unsent" && (
        <p className="text-13 text-muted">
          {file.mayHaveLeft
            ? t("To send it, submit the file again: that takes a new approval.")
            : t("To send it, {preparedBy} chooses the same file again. It needs no new approval.", {
                preparedBy: file.preparedBy,
              })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {file.state === "waiting" && !forbidden && (
          <Button variant="primary" onClick={() => setAsking(true)}>
            {t("Approve")}
          </Button>
        )}
        {(person.mayApprove || file.preparedById === person.id) && (
          <Button loading={pending} onClick={() => act(() => cancelBulk({ id: file.id }))}>
            {t("Withdraw")}
          </Button>
        )}
      </div>
      {problem && (
        <Note tone="declined" role="alert">
          {problem}
        </Note>
      )}
      {asking && <ApproveDialog file={file} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** The rule that keeps this person from approving the file, in a sentence; undefined when none does. */
function whyNot(file: BulkFile, person: BulkPerson): string | undefined {
  if (!person.mayApprove) return t("A manager approves it. You may prepare files, not approve them.");
  if (!file.secondReason || file.preparedById !== person.id) return undefined;
  return t("You prepared it. {reason} Another manager has to approve it.", {
    reason: translate(file.secondReason),
  });
}
