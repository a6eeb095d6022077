"use client";

import Link from "next/link";
import { Note } from "#components/ui/note.tsx";
import { Quote } from "#components/ui/quote.tsx";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";
import { may, rights } from "#lib/permissions.ts";
import { DecisionButton } from "./decision-button.tsx";
import { Evidence } from "./evidence.tsx";
import { NextButtons } from "./next-buttons.tsx";
import { ResultAmount } from "./result-amount.tsx";
import { ResultColumns } from "./result-frame.tsx";
import type { ResultProps } from "./result-props.ts";
import { useNow } from "./use-now.ts";

/** The answer was lost. Money may have moved: how long ago, where it is sought, and what to say meanwhile. */
export function UnknownResult(props: ResultProps) {
  const { attempt, actions, role, timeZone } = props;
  const now = useNow();
  const since = now === undefined ? undefined : (now - (attempt.sentAt ?? attempt.preparedAt)) / 1000;
  return (
    <>
      <ResultColumns
        side={
          <>
            <Quote title="Say to the customer">
              The bank has not answered us yet. You will not be charged twice. We will tell you as soon as we
              know.
            </Quote>
            <Note tone="unknown" icon="lock">
              {attempt.tender === "cash" || attempt.originalKey ? (
                <>
                  <b>
                    Do not take {formatMoney(attempt.amountCents ?? 0, { code: attempt.currency })} again from
                    this customer
                  </b>{" "}
                  at any desk, by any way, until this is settled.
                </>
              ) : (
                <>
                  <b>Held back at every workstation:</b>{" "}
                  {`${formatMoney(attempt.amountCents ?? 0, { code: attempt.currency })} on this ${attempt.tender === "check" ? "account" : "card"}, until this is settled. Do not take it another way either.`}
                </>
              )}
            </Note>
          </>
        }
      >
        <div className="flex flex-wrap items-end gap-x-12 gap-y-2">
          <ResultAmount attempt={attempt} />
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
            : `, where a ${rights.decideUnknown.roles.join(" or an ")} who has found out elsewhere can decide it.`}
        </p>
      </ResultColumns>
      <Evidence attempt={attempt} timeZone={timeZone} />
    </>
  );
}
