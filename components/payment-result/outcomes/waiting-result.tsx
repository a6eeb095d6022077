"use client";

import { useQuery } from "@tanstack/react-query";
import { DelayedRefundStop } from "#components/layout/delayed-refunds/delayed-refund-bar.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";
import { NextButtons } from "../next-buttons.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import { sumOf } from "../result-labels.ts";
import type { ResultProps } from "../result-props.ts";
import { UnknownResult } from "./unknown-result.tsx";

/** No answer yet: it waits to be stopped with nothing sent, or it is on its way. */
export function WaitingResult(props: ResultProps) {
  const { attempt, actions } = props;
  const { dataUpdatedAt } = useQuery({ ...attemptQuery(attempt.id), enabled: false });
  if (!attempt.delayed) return <UnknownResult {...props} />;
  return (
    <ResultColumns>
      <ResultAmount attempt={attempt} />
      <Note tone="warning" icon="clock">
        {tx(
          "{title} Every workstation shows it until then and can stop it. If the console itself stops before, it is not sent.",
          { title: <b>{t("Nothing is sent yet.")}</b> },
        )}
      </Note>
      <DelayedRefundStop
        delayedRefund={{ id: attempt.id, dueMs: attempt.delayed.dueMs }}
        what={sumOf(attempt)}
        seenAt={dataUpdatedAt || attempt.preparedAt}
      />
      <NextButtons onNext={actions.next} transactionKey={undefined} />
    </ResultColumns>
  );
}
