"use client";

import Link from "next/link";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatDuration } from "#lib/format/durations.ts";
import { paths } from "#lib/paths.ts";
import { may, rights } from "#lib/permissions.ts";
import { DecisionButton } from "../lookup/decision-button.tsx";
import { Evidence } from "../lookup/evidence.tsx";
import { unknownLabels } from "../lookup/unknown-labels.ts";
import { NextButtons } from "../next-buttons.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import type { ResultProps } from "../result-props.ts";
import { useNow } from "../use-now.ts";
import { CashChange } from "./cash-change.tsx";

/** The answer was lost. Money may have moved: how long ago, where it is sought, and what to say meanwhile. */
export function UnknownResult({ attempt, actions }: ResultProps) {
  const { role } = useMerchant();
  const { quote, warning } = unknownLabels(attempt);
  const now = useNow();
  const since = now === undefined ? undefined : (now - (attempt.sentAt ?? attempt.preparedAt)) / 1000;
  return (
    <>
      <ResultColumns
        side={
          <>
            <Quote title="Say to the customer">{quote}</Quote>
            <Note tone="unknown" icon="lock">
              <b>{warning.loud}</b> {warning.rest}
            </Note>
          </>
        }
      >
        <div className="flex flex-wrap items-end gap-x-12 gap-y-2">
          {attempt.cash ? (
            <CashChange attempt={attempt} cash={attempt.cash} />
          ) : (
            <ResultAmount attempt={attempt} />
          )}
          <div>
            <p className="text-muted">Since it was sent</p>
            <p role="timer" className="text-28 font-semibold text-unknown">
              {since === undefined ? "–" : formatDuration(since)}
            </p>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <NextButtons onNext={actions.next} transactionKey={undefined} />
          {may(role, "decideUnknown") && <DecisionButton attempt={attempt} />}
        </div>
        <p className="text-muted">
          The console keeps searching, and this page changes when it is found. It stays under{" "}
          <Link href={paths.attention()}>Attention</Link> until then
          {may(role, "decideUnknown")
            ? "."
            : `, where a ${rights.decideUnknown.join(" or an ")} who has found out elsewhere can decide it.`}
        </p>
      </ResultColumns>
      <Evidence attempt={attempt} />
    </>
  );
}
