"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatLatency } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { phaseOf, stateAppearances } from "#lib/payments/transaction-labels.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import { momentIn } from "#lib/time.ts";
import { firstAnswer, keepsForm } from "./first-answer.ts";
import { ApprovedResult } from "./outcomes/approved-result.tsx";
import { ChangedResult } from "./outcomes/changed-result.tsx";
import { ContradictedResult } from "./outcomes/contradicted-result.tsx";
import { DeclinedResult } from "./outcomes/declined-result.tsx";
import { DuplicateResult } from "./outcomes/duplicate-result.tsx";
import { NotChargedResult } from "./outcomes/not-charged-result.tsx";
import { PartialResult } from "./outcomes/partial-result.tsx";
import { UnknownResult } from "./outcomes/unknown-result.tsx";
import { VerificationResult } from "./outcomes/verification-result.tsx";
import { WaitingResult } from "./outcomes/waiting-result.tsx";
import { NoteButton } from "./print/note-button.tsx";
import { ResultFrame } from "./result-frame.tsx";
import { isApproved, laterState, openCents, type ResultKind, resultKind } from "./result-kind.ts";
import { heldCheckTitle, resultAppearances, resultTitle } from "./result-labels.ts";
import type { ResultProps } from "./result-props.ts";

/**
 * What became of an attempt, in words, with what to do next: a region named "Result". It follows the attempt until it
 * is resolved. A wait is no result: for that give the page a WaitingPanel.
 */
export function AttemptResult({ attempt: first, actions }: ResultProps) {
  const { data: attempt = first } = useQuery({
    ...attemptQuery(first.id),
    initialData: first,
    // An earlier result may come from the browser's memory of the page: it is read again.
    ...(first.current && { initialDataUpdatedAt: 0 }),
  });
  const kind = resultKind(attempt);
  const later = laterState(attempt);
  const isHeld = useIsHeldCheck(attempt) && !later;
  const Body = later ? ChangedResult : bodies[kind];
  // What was only a search has nothing to correct: the same form is offered where it can help.
  // Above the outcome, which changes as payments are undone.
  const [undoing, setUndoing] = useState<OrderBalance>();
  usePreload(...(attempt.current?.balance ? [UndoDialog] : []));
  const all = { ...actions, undoOrder: setUndoing };
  const offered =
    kind === "notMoved" || keepsForm(firstAnswer(attempt)) || kind === "declined"
      ? all
      : { ...all, edit: undefined };
  return (
    <ResultFrame
      {...(isHeld ? stateAppearances.held : appearanceOf(kind, attempt))}
      title={isHeld ? t(heldCheckTitle) : resultTitle(kind, attempt)}
      end={<AnsweredIn attempt={attempt} />}
    >
      <Body attempt={isHeld ? asHeld(attempt) : attempt} actions={offered} />
      {attempt.state === "resolved" && !later && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 sm:px-6">
          <p className="min-w-0 flex-1 basis-60 text-13 text-muted">
            {t("A note for the customer states the outcome of this payment, with its reference.")}
          </p>
          <NoteButton attempt={attempt} />
        </div>
      )}
      {undoing && <UndoDialog attempt={attempt} balance={undoing} onClose={() => setUndoing(undefined)} />}
    </ResultFrame>
  );
}

const UndoDialog = dialogOnDemand(() =>
  import("./order/undo-dialog.tsx").then((module) => module.UndoDialog),
);

function appearanceOf(kind: ResultKind, attempt: Attempt) {
  const later = laterState(attempt);
  if (later) return stateAppearances[later];
  if (attempt.problem?.withdrawn) return withdrawnAppearance;
  // An order that is not paid in full is not done, even if this payment of it is.
  return resultAppearances[isApproved(kind) && openCents(attempt) > 0 ? "partial" : kind];
}

/** A check's answer is "approved" also when the gateway holds it for review: only reading it shows that. */
function useIsHeldCheck(attempt: Attempt): boolean {
  const key = attempt.transaction?.key ?? "";
  const isAsked = attempt.command === "check:sale" && resultKind(attempt) === "approved" && key !== "";
  const { data } = useQuery({ ...transactionQuery(key), enabled: isAsked });
  return isAsked && data?.kind === "found" && phaseOf(data.value) === "held";
}

const asHeld = (attempt: Attempt): Attempt => ({
  ...attempt,
  current: { refundedCents: 0, ...attempt.current, state: "held" },
});

/** Not an error: it is what the clerk asked for. */
const withdrawnAppearance = { tone: "neutral", icon: "tick" } as const;

const bodies: Record<ResultKind, (props: ResultProps) => ReactNode> = {
  waiting: WaitingResult,
  approved: ApprovedResult,
  held: ApprovedResult,
  moved: ApprovedResult,
  partial: PartialResult,
  declined: DeclinedResult,
  verification: VerificationResult,
  duplicate: DuplicateResult,
  error: NotChargedResult,
  refused: NotChargedResult,
  busy: NotChargedResult,
  unsent: NotChargedResult,
  notMoved: NotChargedResult,
  unknown: UnknownResult,
  contradicted: ContradictedResult,
};

function AnsweredIn({ attempt }: Pick<ResultProps, "attempt">) {
  const { timeZone } = useMerchant();
  const at = attempt.outcomeAt ?? attempt.preparedAt;
  const time = formatTime(momentIn(timeZone, at), { seconds: true });
  if (attempt.state === "unknown") return t("No response received");
  if (attempt.state === "resolved") return t("Resolved {time}", { time });
  return attempt.tookMs === undefined
    ? time
    : t("Answered in {latency}, {time}", { latency: formatLatency(attempt.tookMs), time });
}
