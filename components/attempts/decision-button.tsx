"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Note } from "#components/ui/note.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { attemptKeys } from "#lib/queries/attempts.ts";
import { decideAttempt } from "#server/actions/payments.ts";

const outcomes = [
  { value: "moved", label: "The money moved" },
  { value: "notMoved", label: "It did not move" },
] as const;
type Outcome = (typeof outcomes)[number]["value"];

/** Lets a manager settle a lost answer by what they found out elsewhere. The reason is kept with their name. */
export function DecisionButton({ attempt }: { attempt: Attempt }) {
  const [open, setOpen] = useState(false);
  useHotkeys([{ keys: "m", does: "Decide what happened", act: () => setOpen(true) }], { group: "Result" });
  return (
    <>
      <Button kbd="M" className="h-12!" onClick={() => setOpen(true)}>
        Decide what happened
      </Button>
      {open && <DecisionDialog attempt={attempt} onClose={() => setOpen(false)} />}
    </>
  );
}

function DecisionDialog({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  const { outcome, setOutcome, reason, setReason, pending, problem, decide } = useDecision(attempt, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="What happened to this payment?"
      description={`${formatMoney(attempt.amountCents ?? 0)}, ${attempt.payer}, reference ${attempt.reference}. Decide only by what you have seen at the gateway or heard from the bank.`}
      footer={
        <>
          <Button onClick={onClose}>Keep searching</Button>
          <Button variant="primary" loading={pending} onClick={decide}>
            Record the decision
          </Button>
        </>
      }
    >
      <Segmented label="What happened" full options={outcomes} value={outcome} onChange={setOutcome} />
      <Field label="How do you know" help="Kept with your name, and shown with this payment.">
        {(props) => (
          <Textarea
            {...props}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={500}
          />
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

function useDecision(attempt: Attempt, onClose: () => void) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [reason, setReason] = useState("");
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function decide() {
    if (!outcome) return setProblem("Choose whether the money moved.");
    if (reason.trim().length < 8) return setProblem("Say how you know, in a few words.");
    setPending(true);
    const answer = await decideAttempt({ attempt: attempt.id, moved: outcome === "moved", reason }).catch(
      () => undefined,
    );
    setPending(false);
    if (!answer)
      return setProblem("The console did not answer. Press again: deciding twice changes nothing.");
    if (!answer.ok) return setProblem(answer.problem.message);
    client.setQueryData(attemptKeys.one(attempt.id), answer.value);
    onClose();
  }
  return { outcome, setOutcome, reason, setReason, pending, problem, decide };
}
