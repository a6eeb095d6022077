"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { DecisionButton } from "#components/attempts/decision-button.tsx";
import { ResultFrame } from "#components/attempts/result-frame.tsx";
import { resultKind } from "#components/attempts/result-kind.ts";
import { resultLooks, resultTitle } from "#components/attempts/result-words.ts";
import { useNow } from "#components/attempts/use-now.ts";
import { Button } from "#components/ui/button.tsx";
import { PanelSection } from "#components/ui/panel.tsx";
import { type Attempt, type AttemptState, isSettling } from "#lib/attempt.ts";
import { formatAge, formatClock, formatLatency } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands } from "#lib/gateway/commands.ts";
import { declineText } from "#lib/gateway/errors.ts";
import { paths } from "#lib/paths.ts";
import { may, type Role } from "#lib/permissions.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";

/** What became of an action. It stays on the page until it is put away, and follows a lost answer until it is settled. */
export function OutcomePanel({
  attempt: first,
  ownKey,
  role,
  onChange,
  onPutAway,
}: {
  attempt: Attempt;
  role: Role;
  /** The key of the transaction on this page: another one in the answer gets a link. */
  ownKey: string;
  /** A lost answer is settled: the transaction may look different now. */
  onChange: () => void;
  onPutAway: () => void;
}) {
  const { data: attempt = first } = useQuery({ ...attemptQuery(first.id), initialData: first });
  const box = useFocusAfterDialog();
  const state = useRef<AttemptState>(first.state);
  useEffect(() => {
    if (state.current === attempt.state) return;
    state.current = attempt.state;
    onChange();
  }, [attempt.state, onChange]);

  const kind = resultKind(attempt);
  return (
    <div ref={box}>
      <ResultFrame {...resultLooks[kind]} title={resultTitle(kind, attempt)} end={took(attempt)}>
        <PanelSection className="grid gap-3">
          <p>
            <b>{sayAction(attempt)}</b> <span className="text-muted">{explain(attempt)}</span>
          </p>
          {isSettling(attempt.state) ? (
            <>
              <Looking attempt={attempt} />
              {attempt.state === "unknown" && may(role, "decideUnknown") && (
                <div>
                  <DecisionButton attempt={attempt} />
                </div>
              )}
            </>
          ) : (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <MadeLink attempt={attempt} ownKey={ownKey} />
              <Button size="s" className="ml-auto" onClick={onPutAway}>
                Put away
              </Button>
            </div>
          )}
        </PanelSection>
      </ResultFrame>
    </div>
  );
}

/** A closing dialog gives the focus back to its button, a frame after it has gone: the result takes it from there. */
function useFocusAfterDialog() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => box.current?.querySelector("section")?.focus());
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return box;
}

const sayAction = ({ command, amountCents, currency, payer }: Attempt) =>
  `${commands[command].label}${amountCents === undefined ? "" : ` ${formatMoney(amountCents, { code: currency })}`}, ${payer}.`;

/** The reason as the gateway gave it, and the next right step. */
function explain(attempt: Attempt): string {
  const { transaction, problem, state } = attempt;
  switch (resultKind(attempt)) {
    case "approved":
    case "held":
    case "partial":
    case "moved":
      return state === "resolved" && problem ? problem.message : commands[attempt.command].effect;
    case "unknown":
    case "waiting":
      return problem?.message ?? "The answer is still on its way.";
    default: {
      const reason =
        transaction?.error ?? declineText(transaction?.error_code, attempt.tender) ?? problem?.message;
      return `${reason ? `${reason.replace(/\.?$/, ".")} ` : ""}Look at what can be done below before you try again.`;
    }
  }
}

const took = ({ tookMs }: Attempt) => (tookMs === undefined ? undefined : `in ${formatLatency(tookMs)}`);

function Looking({ attempt: { sentAt, preparedAt, steps, id } }: { attempt: Attempt }) {
  const now = useNow();
  const last = steps.findLast(({ kind }) => kind === "looked");
  return (
    <p className="text-13 text-muted">
      {now !== undefined && <b>{formatClock((now - (sentAt ?? preparedAt)) / 1000)} since it was sent. </b>}
      It may have gone through, so it is not sent again and no other action on this payment can begin. The
      console looks for what became of it at the gateway
      {last && now !== undefined ? `; last look ${formatAge((now - last.at) / 1000)}: ${last.text}` : "."}{" "}
      <Link href={paths.attempt(id)}>See what is known</Link>
    </p>
  );
}

function MadeLink({ attempt: { transaction, command }, ownKey }: { attempt: Attempt; ownKey: string }) {
  const key = transaction?.key;
  if (!key || key === ownKey) return null;
  return (
    <p>
      {commands[command].label} is a payment of its own:{" "}
      <Link href={paths.transaction(key)} className="font-mono">
        {key}
      </Link>
    </p>
  );
}
