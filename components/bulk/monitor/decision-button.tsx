"use client";

import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatFileSums } from "#lib/bulk/file/file-sum.ts";
import { formatFiles, openDecision } from "#lib/bulk/file-decision.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { countOf } from "#lib/format/counts.ts";
import { t, translated } from "#lib/language/t.ts";
import { decideBulk } from "#server/actions/bulk.ts";
import { useBulkAct } from "../use-bulk-act.ts";

const outcomes = translated(["label"], [
  { value: "arrived", label: "The gateway has it" },
  { value: "missing", label: "It does not" },
] as const);
type Outcome = (typeof outcomes)[number]["value"];

/** Lets a manager settle a file whose answer was lost, or name its group, by what they found out elsewhere. */
export function DecisionButton({ file, label }: { file: BulkFile; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && <DecisionDialog file={file} onClose={() => setOpen(false)} />}
    </>
  );
}

function DecisionDialog({ file, onClose }: { file: BulkFile; onClose: () => void }) {
  const {
    isNaming,
    outcome,
    setOutcome,
    bulkKey,
    setBulkKey,
    reason,
    setReason,
    decide,
    pending,
    problem,
    reasons,
  } = useDecision(file, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNaming ? t("Which group is this file?") : t("Did the gateway get this file?")}
      description={
        <span className="wrap-anywhere">
          {t("{name}, {rows}, {totals}, file number {reference}. {advice}", {
            name: file.name,
            rows: countOf(file.good, "row"),
            totals: formatFileSums(file.totals),
            reference: file.reference,
            advice: isNaming
              ? t("Enter the key only if you have seen this file at the gateway under it.")
              : t(
                  "Decide only by what you have seen at the gateway: a file that is sent twice charges twice.",
                ),
          })}
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>{isNaming ? t("Cancel") : t("Keep searching")}</Button>
          <Button variant="primary" loading={pending} onClick={decide}>
            {isNaming ? t("Save the key") : t("Record the decision")}
          </Button>
        </>
      }
    >
      {!isNaming && file.search?.shared && (
        <Note tone="warning">
          {t(
            "The gateway's transactions include {rows} of this file. Another file has the same rows: {files}. Find out which of the files arrived.",
            {
              rows: countOf(file.search.shared.rows.length, "row"),
              files: formatFiles(file.search.shared.files),
            },
          )}
        </Note>
      )}
      {!isNaming && (
        <Segmented label={t("What happened")} full options={outcomes} value={outcome} onChange={setOutcome} />
      )}
      {outcome === "arrived" && (
        <KeyField
          label={isNaming ? t("Key of its group") : t("Key of its group, if you have it")}
          bulkKey={bulkKey}
          error={cardProblem(bulkKey) ?? reasons.bulkKey}
          onChange={setBulkKey}
        />
      )}
      <Field
        longest={500}
        text={reason}
        label={t("How do you know")}
        help={t("Kept with your name, and shown with this file.")}
        error={cardProblem(reason) ?? reasons.reason}
      >
        {(control) => (
          <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      {problem && (
        <Note tone="declined" role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}

function KeyField({
  label,
  bulkKey,
  error,
  onChange,
}: {
  label: string;
  bulkKey: string;
  error: string | undefined;
  onChange: (key: string) => void;
}) {
  return (
    <Field
      longest={64}
      text={bulkKey}
      label={label}
      help={t("With it the group can be watched here.")}
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={bulkKey}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** What a manager says of the file, and whether that is enough. */
function useDecision(file: BulkFile, onClose: () => void) {
  const { act, pending, problem, reasons } = useBulkAct(["bulkKey", "reason"]);
  const isNaming = openDecision(file) === "nameGroup";
  const [outcome, setOutcome] = useState<Outcome | undefined>(isNaming ? "arrived" : undefined);
  const [bulkKey, setBulkKey] = useState("");
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState<string>();
  const decide = async () => {
    if (!outcome) return setMissing(t("Choose whether the gateway has the file."));
    // The field shows why.
    if (holdsCardNumber(bulkKey) || holdsCardNumber(reason)) return;
    if (isNaming && !bulkKey.trim()) return setMissing(t("Enter the key of its group."));
    if (reason.trim().length < 8) return setMissing(t("Say how you know, in a few words."));
    setMissing(undefined);
    const arrived = outcome === "arrived";
    if (await act(() => decideBulk({ id: file.id, arrived, bulkKey: bulkKey.trim(), reason }))) onClose();
  };
  return {
    isNaming,
    outcome,
    setOutcome,
    bulkKey,
    setBulkKey,
    reason,
    setReason,
    decide,
    pending,
    problem: missing ?? problem,
    reasons,
  };
}

const cardProblem = (text: string) => (holdsCardNumber(text) ? cardNumberProblem : undefined);
