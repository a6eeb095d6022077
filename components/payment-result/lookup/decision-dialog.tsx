"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { useOneAtATime } from "#components/ui/use-one-at-a-time.ts";
import type { Attempt } from "#lib/attempt.ts";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { formatMoney } from "#lib/format/money.ts";
import { longestReason, shortestReason } from "#lib/forms/reason.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import { decisionLabels } from "#lib/payments/decision.ts";
import { attemptKeys, attentionKey } from "#lib/queries/keys.ts";
import { decideAttempt } from "#server/actions/payments.ts";

type Outcome = "moved" | "notMoved" | "keepPolling";

/** Asks a manager what happened to a payment whose answer was lost. What they say is kept with their name. */
export function DecisionDialog({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  const { outcome, choose, seen, setSeen, reason, setReason, pending, problem, decide } = useDecision(
    attempt,
    onClose,
  );
  const labels = decisionLabels(attempt);
  // Somebody else decides what became of one's own payment.
  const isOwn = useMerchant().userId === attempt.userId;
  const effects: Record<Outcome, string> = {
    moved: labels.moved.effect,
    notMoved: labels.notMoved.effect,
    keepPolling: t("Nothing is decided. The console searches again at once and keeps your reason."),
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("What happened to this payment?")}
      description={
        <span className="wrap-anywhere">
          {t("{label} {money}, {payer}, attempt {reference}. {sources}", {
            label: commandNouns[attempt.command],
            money: formatMoney(attempt.amountCents ?? 0, { code: attempt.currency }),
            payer: translate(attempt.paymentMethod),
            reference: attempt.reference,
            sources: labels.sources,
          })}
        </span>
      }
      footer={
        <>
          <Button onClick={onClose}>{t("Not now")}</Button>
          <Button variant="primary" loading={pending} onClick={decide}>
            {t("Record the decision")}
          </Button>
        </>
      }
    >
      {isOwn && (
        <Note tone="warning" role="status">
          {tx("{title} Someone else who is allowed to decide says what happened to it.", {
            title: <b>{t("You took this payment yourself.")}</b>,
          })}
        </Note>
      )}
      <div className="grid gap-2">
        <Segmented
          label={t("What happened")}
          full
          options={[
            ...(isOwn
              ? []
              : ([
                  { value: "moved", label: labels.moved.label },
                  { value: "notMoved", label: labels.notMoved.label },
                ] as const)),
            { value: "keepPolling", label: t("Keep looking") },
          ]}
          value={outcome}
          onChange={choose}
        />
        {outcome && <p className="text-13 text-muted">{effects[outcome]}</p>}
      </div>
      <Field
        longest={longestReason}
        text={seen}
        label={t("Proof")}
        optional
        help={labels.proof}
        error={cardProblem(seen)}
      >
        {(props) => (
          <Input
            {...props}
            value={seen}
            onChange={(event) => setSeen(event.target.value)}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        longest={longestReason}
        text={reason}
        label={t("How do you know?")}
        help={t("Kept with your name, and shown with this payment.")}
        error={cardProblem(reason)}
      >
        {(props) => (
          <Textarea {...props} value={reason} onChange={(event) => setReason(event.target.value)} />
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
  const once = useOneAtATime();
  async function decide() {
    if (!outcome) return setProblem(decisionLabels(attempt).ask);
    // The field shows why.
    if (holdsCardNumber(seen) || holdsCardNumber(reason)) return;
    if (reason.trim().length < shortestReason) return setProblem(t("Say how you know, in a few words."));
    await once(record);
  }
  async function record() {
    setPending(true);
    const answer = await decideAttempt({
      attemptId: attempt.id,
      ...(outcome !== "keepPolling" && { moved: outcome === "moved" }),
      evidence: seen,
      reason,
    }).catch(() => undefined);
    setPending(false);
    if (!answer)
      return setProblem(t("No response from the server. Try again: the decision is recorded only once."));
    if (!answer.ok) return setProblem(problemText(answer.problem));
    client.setQueryData(attemptKeys.one(attempt.id), answer.value);
    void client.invalidateQueries({ queryKey: attentionKey });
    onClose();
  }
  /** A problem of the choice before does not apply to this one. */
  function choose(chosen: Outcome) {
    setOutcome(chosen);
    setProblem(undefined);
  }
  return { outcome, choose, seen, setSeen, reason, setReason, pending, problem, decide };
}

const cardProblem = (text: string) => (holdsCardNumber(text) ? cardNumberProblem : undefined);

function problemText({ message, fields }: { message: string; fields?: Record<string, string> }): string {
  return fields?.reason ?? fields?.evidence ?? message;
}
