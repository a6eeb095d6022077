"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { notRecordedAdvice } from "#lib/payments/decision.ts";
import { momentIn } from "#lib/time.ts";
import { NextButtons } from "../next-buttons.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import type { ResultProps } from "../result-props.ts";

/** A person decided about a lost answer, and the gateway's records show the opposite. Shows both. */
export function ContradictedResult({ attempt, actions }: ResultProps) {
  const { timeZone } = useMerchant();
  const { contradiction, problem, outcomeAt, transaction, userName } = attempt;
  const at = contradiction && momentIn(timeZone, contradiction.at);
  const decidedAt = outcomeAt === undefined ? undefined : momentIn(timeZone, outcomeAt);
  return (
    <ResultColumns>
      <ResultAmount attempt={attempt} />
      {contradiction && at && (
        <Note tone="declined" icon="warning">
          <b>{translate(contradiction.message)}</b> {adviceAfter(contradiction.moved, attempt)}
          <span className="block text-muted">{t("Found {date}.", { date: formatRecent(at, at) })}</span>
        </Note>
      )}
      <p className="text-muted">
        {problem && translate(problem.message)}
        {decidedAt &&
          at &&
          t(" Recorded {date}. Payment taken by {name}.", {
            date: formatRecent(decidedAt, at),
            name: userName,
          })}
      </p>
      <NextButtons onNext={actions.next} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}

function adviceAfter(moved: boolean, attempt: Attempt): string {
  if (moved) return t("If the customer has paid another way since, void or refund this payment.");
  return notRecordedAdvice(attempt) ?? t("The customer has not paid. Collect the amount again.");
}
