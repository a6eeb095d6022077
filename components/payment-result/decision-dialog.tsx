"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Note } from "#components/ui/note.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-detector.ts";
import { formatMoney } from "#lib/format/money.ts";
import { shortestReason } from "#lib/forms/reason.ts";
import { commands } from "#lib/gateway/commands.ts";
import { attemptKeys } from "#lib/queries/attempts.ts";
import { attentionKey } from "#lib/queries/attention.ts";
import { decideAttempt } from "#server/actions/payments.ts";

const outcomes = [
  { value: "moved", label: "Money moved" },
  { value: "notMoved", label: "It did not move" },
  { value: "keepPolling", label: "Keep looking" },
] as const;
type Outcome = (typeof outcomes)[number]["value"];

const effects = {
  moved: "It counts as paid, and this card and amount can be charged again at every workstation.",
  notMoved: "It counts as not paid, and this card and amount can be charged again at every workstation.",
  keepPolling: "Nothing is decided. The console searches again at once and keeps your reason.",
} as const satisfies Record<Outcome, string>;

/** Asks a manager what happened to a payment whose answer was lost. What they say is kept with their name. */
export function DecisionDialog({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  const { outcome, choose, seen, setSeen, reason, setReason, pending, problem, decide } = useDecision(
    attempt,
    onClose,
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="What happened to this payment?"
      description={
        <span className="wrap-anywhere">
          {`${commands[attempt.command].label} ${formatMoney(attempt.amountCents ?? 0, { code: attempt.currency })}, ${attempt.payer}, attempt ${attempt.reference}. Decide only by what you have seen at the gateway or heard from the bank.`}
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" loading={pending} onClick={decide}>
            Record the decision
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <Segmented label="What happened" full options={outcomes} value={outcome} onChange={choose} />
        {outcome && <p className="text-13 text-muted">{effects[outcome]}</p>}
      </div>
      <Field
        label="Proof"
        optional
        help="Such as the authorization number in the processor's portal. No card numbers."
        error={cardProblem(seen)}
      >
        {(props) => (
          <Input
            {...props}
            value={seen}
            onChange={(event) => setSeen(event.target.value)}
            maxLength={200}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="How do you know?"
        help="Kept with your name, and shown with this payment."
        error={cardProblem(reason)}
      >
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
  const [seen, setSeen] = useState("");
  const [reason, setReason] = useState("");
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function decide() {
    if (!outcome) return setProblem("Choose whether the money moved.");
    // The field says why.
    if (holdsCardNumber(seen) || holdsCardNumber(reason)) return;
    if (reason.trim().length < shortestReason) return setProblem("Say how you know, in a few words.");
    setPending(true);
    const answer = await decideAttempt({
      attemptId: attempt.id,
      ...(outcome !== "keepPolling" && { moved: outcome === "moved" }),
      evidence: seen,
      reason,
    }).catch(() => undefined);
    setPending(false);
    if (!answer)
      return setProblem("The console did not answer. Press again: deciding twice changes nothing.");
    if (!answer.ok) return setProblem(problemWords(answer.problem));
    client.setQueryData(attemptKeys.one(attempt.id), answer.value);
    void client.invalidateQueries({ queryKey: attentionKey });
    onClose();
  }
  /** What was wrong with the choice before says nothing about this one. */
  function choose(chosen: Outcome) {
    setOutcome(chosen);
    setProblem(undefined);
  }
  return { outcome, choose, seen, setSeen, reason, setReason, pending, problem, decide };
}

const cardProblem = (text: string) => (holdsCardNumber(text) ? cardNumberProblem : undefined);

function problemWords({ message, fields }: { message: string; fields?: Record<string, string> }): string {
  return fields?.reason ?? fields?.evidence ?? message;
}
