"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Note } from "#components/ui/note.tsx";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import { formatMoney } from "#lib/format/money.ts";
import { cancelBulk } from "#server/actions/bulk.ts";
import type { BulkPerson } from "./bulk-person.ts";
import { ReleaseDialog } from "./release-dialog.tsx";
import { useAct } from "./use-act.ts";

/** What may be done with a file that was not sent, and why not where it may not. */
export function FileSteps({ file, person }: { file: BulkFile; person: BulkPerson }) {
  const [asking, setAsking] = useState(false);
  const { act, pending, problem } = useAct();
  const forbidden = whyNot(file, person);
  const open = ["waiting", "released", "unsent", "refused"].includes(file.state);
  if (!open) return null;
  return (
    <div className="grid content-start gap-3">
      {file.state === "waiting" && forbidden && <p className="text-13 text-muted">{forbidden}</p>}
      {file.state === "released" && (
        <p className="text-13 text-muted">
          It is sent from the browser of {file.preparedBy}, who has the file: that page has to be open.
        </p>
      )}
      {file.state === "unsent" && (
        <p className="text-13 text-muted">
          To send it again {file.preparedBy} chooses the same file anew: it needs no second release.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {file.state === "waiting" && !forbidden && (
          <Button variant="primary" onClick={() => setAsking(true)}>
            Release
          </Button>
        )}
        {person.mayPrepare && (
          <Button loading={pending} onClick={() => act(() => cancelBulk({ id: file.id }))}>
            Take back
          </Button>
        )}
      </div>
      {problem && (
        <Note tone="declined" role="alert">
          {problem}
        </Note>
      )}
      {asking && <ReleaseDialog file={file} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** The rule that keeps this person from releasing the file, in a sentence; undefined when none does. */
function whyNot(file: BulkFile, person: BulkPerson): string | undefined {
  if (!person.mayRelease) return "A manager releases it: you may prepare files, not release them.";
  if (file.needsSecond && file.preparedById === person.id)
    return `You prepared it, and ${formatMoney(file.cents)} is above the limit for one person: somebody else with the right has to release it.`;
  return undefined;
}
