"use client";

import { Amount } from "#components/ui/amount.tsx";
import { Note } from "#components/ui/note.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel.tsx";
import { State } from "#components/ui/state.tsx";
import type { BulkFile, BulkFileState } from "#lib/bulk/bulk-file.ts";
import { netCents } from "#lib/bulk/total-words.ts";
import { countOf } from "#lib/format/counts.ts";
import type { BulkPerson } from "../bulk-person.ts";
import { fileLook } from "../file-look.ts";
import { FileReview } from "../file-review.tsx";
import { FileSteps } from "../file-steps.tsx";
import { DecisionButton } from "./decision-button.tsx";
import { Looked } from "./looked.tsx";

/** Where a file stands that has no group to watch, and the next right step. */
export function FilePanel({
  file,
  person,
  timeZone,
}: {
  file: BulkFile;
  person: BulkPerson;
  timeZone: string;
}) {
  const { tone, icon, word } = fileLook(file);
  const isDecided = file.mayHaveLeft && (file.state === "unsent" || file.state === "cancelled");
  return (
    <Panel roomy aria-label="Status">
      <PanelHead
        title={
          <State tone={tone} icon={icon}>
            {word}
          </State>
        }
      />
      <PanelSection className="grid gap-4">
        <p>
          <Amount cents={netCents(file.totals)} size="m" />{" "}
          <span className="text-muted">in {countOf(file.good, "row")}</span>
        </p>
        <p>{isDecided ? decidedUnsent : says[file.state]}</p>
        {file.problem && <Note tone={file.state === "unknown" ? "unknown" : "neutral"}>{file.problem}</Note>}
        {file.state === "unknown" && <Looked file={file} timeZone={timeZone} />}
        {reviewed.includes(file.state) && <FileReview id={file.id} />}
        <FileSteps file={file} person={person} />
        {file.state === "unknown" && (
          <div>
            {person.mayDecide ? (
              <DecisionButton file={file} />
            ) : (
              <p className="text-13 text-muted">A manager can decide by what they see at the gateway.</p>
            )}
          </div>
        )}
      </PanelSection>
    </Panel>
  );
}

/** While somebody may still act on what is in it. */
const reviewed: readonly BulkFileState[] = ["waiting", "released", "unsent"];

const decidedUnsent =
  "A person decided that it did not reach the gateway. The console keeps looking for it there for a week after that, and says so under Attention if it finds it.";

const says: Record<BulkFileState, string> = {
  waiting: "Validated and waiting for release. Nothing has been sent.",
  released: "Released, not sent yet. Nothing was charged.",
  sending: "The console is sending it to the gateway.",
  sent: "The gateway has it. Its progress can't be shown, because its key is not known.",
  refused: "The gateway did not take it. Nothing was charged.",
  unsent: "It did not reach the gateway. Nothing was charged, and it can be sent again.",
  unknown:
    "We don't know yet whether the gateway has it. Do not send it again. The console keeps looking for it at the gateway.",
  cancelled: "It was withdrawn. Nothing was sent.",
};
