import { useEffect, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useUnanswered } from "#components/payment-result/queue/use-unanswered.ts";
import { toastFailure } from "#components/ui/overlay/toast.ts";
import type { Attempt } from "#lib/attempt.ts";
import { commands } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { limitText } from "#lib/payments/money-limits.ts";
import { type Acted, actAgain } from "./action/act.ts";
import type { Shut } from "./action/action-panel.tsx";
import type { Offer } from "./action/offers.ts";
import { useNoteAttempt, useRefresh, useRereadWhileUnread, whyShut } from "./use-payment.ts";

/** The action that is asked for, what came of the last one, and why none may begin now. */
export function usePaymentActions(
  attempts: readonly Attempt[],
  { ownKey, readAt, stale }: { ownKey: string; readAt: number; stale: string | undefined },
) {
  const { waitMs } = useMerchant();
  const [asked, setAsked] = useState<Offer>();
  const [outcome, setOutcome] = useState<Attempt>();
  const refresh = useRefresh(ownKey);
  const note = useNoteAttempt(ownKey);
  // While its dialog is open that says so, and can send it again.
  const { isOpen, resolved } = useUnanswered(ownKey);
  const isUnanswered = isOpen && !asked;
  const shut: Shut | undefined =
    whyShut({ attempts, ownKey, readAt, stale }) ?? (isUnanswered ? { kind: "unanswered" } : undefined);
  useRereadWhileUnread(shut?.kind === "unread", refresh);
  // Once it is known the page is read again.
  useEffect(() => (isUnanswered ? refresh : undefined), [isUnanswered, refresh]);
  const done = (attempt: Attempt) => {
    setAsked(undefined);
    setOutcome(attempt);
    note(attempt);
    refresh();
  };
  const repeat = async (first: Attempt, reason: string) => {
    const acted = await actAgain(first, ownKey, { reason, label: commands[first.command].label, waitMs });
    if (acted.kind === "attempt") return done(acted.attempt);
    const failure = failureText(acted);
    if (failure !== undefined) toastFailure(failure);
    refresh();
  };
  return { asked, setAsked, outcome, setOutcome, shut, resolved, refresh, done, repeat };
}

function failureText(acted: Exclude<Acted, { kind: "attempt" }>): string | undefined {
  switch (acted.kind) {
    case "refused":
      return acted.message;
    case "canceled":
      return t("No response from the server. The action is canceled: nothing was done.");
    case "lost":
      return t(
        "No response from the server. Try again: it is the same second payment, and it is made at most once.",
      );
    case "stopped":
      return acted.stop.kind === "needs-approval"
        ? t("{limit} Nothing was sent.", { limit: limitText(acted.stop.ask.limit, acted.stop.ask.over) })
        : undefined;
  }
}
