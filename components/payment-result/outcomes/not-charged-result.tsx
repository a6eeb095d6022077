"use client";

import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import type { Attempt } from "#lib/attempt.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { requestErrors } from "#lib/gateway/errors.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { notRecordedAdvice } from "#lib/payments/decision.ts";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import { isCharge, type ResultKind, resultKind } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";

/** Nothing happened: why, and what to do. Above a kept form it is these words alone. */
export function NotChargedResult({ attempt, actions }: ResultProps) {
  const kind = resultKind(attempt);
  // What the clerk chose needs no reason and no advice: the form is below.
  if (attempt.problem?.withdrawn)
    return (
      <p className="p-4 text-muted sm:px-6">
        {isCharge(attempt.command)
          ? t("Nothing was charged. The form is still here.")
          : translate(attempt.problem.message)}
      </p>
    );
  const words = (
    <div className="grid gap-1 wrap-anywhere">
      <p className="text-16">{reasonOf(attempt)}</p>
      <p className="text-muted">{adviceOf(kind, attempt)}</p>
    </div>
  );
  if (!actions.next && !actions.edit) return <div className="p-4 sm:px-6">{words}</div>;
  return (
    <ResultColumns>
      <ResultAmount attempt={attempt} />
      {words}
      <Ways actions={actions} />
    </ResultColumns>
  );
}

function Ways({ actions: { edit, next } }: Pick<ResultProps, "actions">) {
  useHotkeys(
    [
      ...(edit ? [{ keys: "r", does: t("Edit and try again"), act: edit }] : []),
      ...(next ? [{ keys: "n", does: t("Next customer"), act: next }] : []),
    ],
    { group: t("Result") },
  );
  return (
    <div className="flex flex-wrap items-center gap-3">
      {edit && (
        <Button variant="primary" size="l" kbd="R" onClick={edit}>
          {t("Edit and try again")}
        </Button>
      )}
      {next && (
        <Button kbd="N" className="h-12!" onClick={next}>
          {t("Next customer")}
        </Button>
      )}
    </div>
  );
}

function reasonOf({ transaction, problem, state }: Attempt): string {
  const code = transaction?.error_code ?? problem?.code;
  const reason =
    state === "answered"
      ? (transaction?.error ?? transaction?.result)
      : (problem?.message ?? transaction?.error);
  const words = reason === undefined ? t("No reason was given.") : translate(reason);
  return code === undefined || code === "" ? words : t("{message} (code {code})", { message: words, code });
}

/** What the kept form no longer holds. */
const clearedFields: Record<Tender, string> = translated("*", {
  card: "The card number and the security code have to be typed again.",
  token: "A security code has to be typed again.",
  check: "",
  cash: "",
});

const lockedOut: readonly number[] = [
  requestErrors.unauthenticated.code,
  requestErrors.unknownKey.code,
  requestErrors.wrongHash.code,
  requestErrors.blockedIp.code,
];

export function adviceOf(kind: ResultKind, attempt: Attempt): string {
  const { problem, transaction, tender, command } = attempt;
  const ofCharge = isCharge(command);
  if (kind === "busy")
    return ofCharge
      ? t("All workstations share the gateway's limit. Wait until the minute is over, then charge again.")
      : t("All workstations share the gateway's limit. Wait until the minute is over, then do it again.");
  if (kind === "unsent")
    return ofCharge
      ? t("Charge again. If this happens again, ask an administrator to check the gateway's address.")
      : t("Do it again. If this happens again, ask an administrator to check the gateway's address.");
  if (kind === "notMoved") return notMovedAdvice(attempt);
  if (problem?.code !== undefined && lockedOut.includes(problem.code))
    return t(
      "The gateway does not accept the console's API key. Tell an administrator. It can't be fixed on this form.",
    );
  if (kind === "error" && !transaction?.error)
    return ofCharge
      ? t("Look at the transaction before you charge again.")
      : t("Look at the transaction before you do it again.");
  const correct = ofCharge ? t("Correct it and charge again.") : t("Correct it and do it again.");
  return [correct, clearedFields[tender]].filter(Boolean).join(" ");
}

/** What a person decided may turn out wrong: only the gateway's records make it safe. */
function notMovedAdvice(attempt: Attempt): string {
  const isDecided = attempt.problem?.decidedBy !== undefined;
  const unrecorded = notRecordedAdvice(attempt);
  const doubt = isDecided ? t("If it turns up at the gateway later, this page and Attention show it.") : "";
  const advice = unrecorded ?? (isDecided ? t("It can be charged again.") : t("It is safe to charge again."));
  return [advice, doubt].filter(Boolean).join(" ");
}
