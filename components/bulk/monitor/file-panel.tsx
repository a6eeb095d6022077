"use client";

import { onDemand } from "#components/ui/on-demand.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { BulkFile, BulkFileState } from "#lib/bulk/file/bulk-file.ts";
import { openDecision, refusalAdvice } from "#lib/bulk/file-decision.ts";
import { countOf } from "#lib/format/counts.ts";
import { t, text, translated } from "#lib/language/t.ts";
import { ReadingReview } from "../approve/reading-review.tsx";
import type { BulkPerson } from "../bulk-person.ts";
import { fileAppearance } from "../file-appearance.ts";
import { FileSteps } from "../file-steps.tsx";
import { FileSums } from "../file-sums.tsx";
import { LookupStatus } from "./lookup-status.tsx";
import { ProblemNote } from "./problem-note.tsx";

const DecisionButton = onDemand<{ file: BulkFile; label: string }>(() =>
  import("./decision-button.tsx").then((part) => part.DecisionButton),
);

/** Most files are past their review when they are watched. */
const FileReview = onDemand<{ file: BulkFile }>(
  () => import("../approve/file-review.tsx").then((part) => part.FileReview),
  <ReadingReview />,
);

/** The state of a file without a group to watch, and the next step. */
export function FilePanel({ file, person }: { file: BulkFile; person: BulkPerson }) {
  const { tone, icon, word } = fileAppearance(file);
  const isDecided = file.mayHaveLeft && (file.state === "unsent" || file.state === "cancelled");
  const decision = openDecision(file);
  const isChangeable = decision === "change";
  const isSought = file.state === "unknown" || isChangeable;
  return (
    <Panel roomy aria-label={t("Status")}>
      <PanelHead
        title={
          <StatusLabel tone={tone} icon={icon}>
            {word}
          </StatusLabel>
        }
      />
      <PanelSection className="grid gap-4">
        <p>
          <FileSums totals={file.totals} size="m" />
          <span className="text-muted">{countOf(file.good, "row")}</span>
        </p>
        <p>
          {isDecided
            ? t(decidedUnsent)
            : isChangeable
              ? t(decidedSent)
              : file.state === "refused"
                ? t("The gateway did not accept it. {advice}", { advice: refusalAdvice(file) })
                : stateTexts[file.state]}
        </p>
        <ProblemNote file={file} />
        {isSought && <LookupStatus file={file} />}
        {reviewed.includes(file.state) && <FileReview file={file} />}
        <FileSteps file={file} person={person} />
        {decision && (
          <div>
            {person.mayDecide ? (
              <DecisionButton file={file} label={decisionLabels[decision]} />
            ) : (
              <p className="text-13 text-muted">
                {decision === "nameGroup"
                  ? t("A manager can enter the key of its group.")
                  : t("A manager can decide by what they see at the gateway.")}
              </p>
            )}
          </div>
        )}
      </PanelSection>
    </Panel>
  );
}

const decisionLabels = translated("*", {
  decide: "Decide what happened",
  change: "Change the decision",
  nameGroup: "Enter its group's key",
} as const);

/** While somebody may still act on what is in it. */
const reviewed: readonly BulkFileState[] = ["waiting", "approved", "unsent"];

const decidedUnsent = text(
  "A user decided that it did not reach the gateway. The console keeps searching for a week after that, and reports it under Bulk and Attention if it finds the file.",
);

const decidedSent = text(
  "A user decided that the gateway has it. Its progress can't be shown until its group is found there; the console keeps searching for a week.",
);

const stateTexts: Record<Exclude<BulkFileState, "refused">, string> = translated("*", {
  waiting: "Validated and waiting for approval. Nothing has been sent.",
  approved: "Approved, not sent yet. Nothing was charged.",
  sending: "The console is sending it to the gateway.",
  sent: "The gateway has it. Its progress can't be shown, because the key of its group is not known.",
  unsent: "It did not reach the gateway. Nothing was charged, and it can be sent again.",
  unknown:
    "We don't know yet whether the gateway has it. Do not send it again. The console keeps looking for it at the gateway.",
  cancelled: "It was withdrawn. Nothing was sent.",
});
