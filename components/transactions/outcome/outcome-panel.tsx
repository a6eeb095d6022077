"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { DelayedRefundStop } from "#components/layout/delayed-refunds/delayed-refund-bar.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { DecisionButton } from "#components/payment-result/lookup/decision-button.tsx";
import { ReasonForm } from "#components/payment-result/reason-form.tsx";
import { ResultFrame } from "#components/payment-result/result-frame.tsx";
import { resultKind } from "#components/payment-result/result-kind.ts";
import { resultAppearances } from "#components/payment-result/result-labels.ts";
import { useNow } from "#components/payment-result/use-now.ts";
import { Button } from "#components/ui/button/button.tsx";
import { PanelSection } from "#components/ui/panel/panel.tsx";
import { type Attempt, type AttemptState, hasNoOutcome } from "#lib/attempt.ts";
import { formatAge, formatClock, formatLatency } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands, givesMoneyBack, takesMoney } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import { may } from "#lib/permissions.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";
import { explainOutcome, laterText, outcomeTitle } from "./outcome-labels.ts";

/** What became of an action. It stays on the page until it is put away, and follows a lost answer until it is settled. */
export function OutcomePanel({
  attempt: first,
  later,
  ownKey,
  transaction,
  onChange,
  onRepeat,
  onDismiss,
}: {
  attempt: Attempt;
  /** What was done to the payment after it, if anything was. */
  later: Attempt | undefined;
  /** The payment it acted on. */
  transaction: TransactionDetail;
  /** The key of the transaction on this page: another one in the answer gets a link. */
  ownKey: string;
  /** A lost answer is settled: the transaction may look different now. */
  onChange: () => void;
  /** The gateway called it a duplicate and charged nothing: the person knows that it is a second payment. */
  onRepeat: (reason: string) => Promise<void>;
  onDismiss: () => void;
}) {
  const { role } = useMerchant();
  const { data: attempt = first, dataUpdatedAt } = useQuery({
    ...attemptQuery(first.id),
    initialData: first,
  });
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
      <ResultFrame
        {...(later ? followed : resultAppearances[kind])}
        title={outcomeTitle(kind, attempt)}
        end={took(attempt)}
      >
        <PanelSection className="grid gap-3">
          <p>
            <b>{formatAction(attempt)}</b>{" "}
            <span className="text-muted">
              {later ? laterText(later) : explainOutcome(attempt, transaction)}
              {attempt.approvedBy && t(" Approved by {approvedBy}.", { approvedBy: attempt.approvedBy })}
            </span>
          </p>
          {attempt.delayed ? (
            <DelayedRefundStop
              delayedRefund={{ id: attempt.id, dueMs: attempt.delayed.dueMs }}
              what={formatAction(attempt)}
              seenAt={dataUpdatedAt}
            />
          ) : hasNoOutcome(attempt.state) ? (
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
              <Button size="s" className="ml-auto" onClick={onDismiss}>
                {t("Dismiss")}
              </Button>
            </div>
          )}
          {kind === "duplicate" && takesMoney(attempt.command) && (
            <SecondPayment attempt={attempt} onRepeat={onRepeat} />
          )}
        </PanelSection>
      </ResultFrame>
    </div>
  );
}

/** No longer how the payment is. */
const followed = { tone: "neutral", icon: "info" } as const;

/** A closing dialog gives the focus back to its button: the result takes it from there. */
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

function formatAction({ command, amountCents, currency, paymentMethod: named }: Attempt): string {
  const { label, money } = commands[command];
  const paymentMethod = translate(named);
  if (amountCents === undefined) return `${label}, ${paymentMethod}.`;
  const amount = formatMoney(amountCents, { code: currency });
  // Of a tip the new total is what moves.
  return money === "sets"
    ? t("{label}, new total {amount}, {payer}.", { label, amount, payer: paymentMethod })
    : `${label} ${amount}, ${paymentMethod}.`;
}

const took = ({ tookMs }: Attempt) =>
  tookMs === undefined ? undefined : t("in {latency}", { latency: formatLatency(tookMs) });

function Looking({ attempt: { state, sentAt, steps, id } }: { attempt: Attempt }) {
  const now = useNow();
  const last = steps.findLast(({ kind }) => kind === "lookup");
  return (
    <p className="text-13 text-muted">
      {now !== undefined && sentAt !== undefined && (
        <b>{t("{clock} since it was sent.", { clock: formatClock((now - sentAt) / 1000) })} </b>
      )}
      {state === "prepared"
        ? t(
            "Nothing has been sent yet, and no other action on this payment can begin. The console is looking up its outcome",
          )
        : t(
            "It may have gone through, so it is not sent again, and no other action on this payment can begin. The console is looking up its outcome",
          )}
      {last && now !== undefined
        ? t("; last lookup {age}: {result}", {
            age: formatAge((now - last.at) / 1000),
            result: translate(last.text),
          })
        : "."}{" "}
      <Link href={paths.attempt(id)}>{t("See what is known")}</Link>
    </p>
  );
}

/** A failed command made no payment, even if the gateway keeps a record of it. */
function MadeLink({ attempt, ownKey }: { attempt: Attempt; ownKey: string }) {
  const key = attempt.transaction?.key;
  if (!key || key === ownKey) return null;
  const kind = resultKind(attempt);
  const isMade = kind === "approved" || kind === "partial" || kind === "moved";
  return (
    <p>
      <Link href={paths.transaction(key)}>
        {isMade
          ? givesMoneyBack(attempt.command)
            ? t("Open the refund")
            : t("Open the new payment")
          : kind === "duplicate"
            ? t("Open the first payment")
            : t("Open the gateway's record")}
      </Link>{" "}
      <span className="font-mono text-13 text-muted">{key}</span>
    </p>
  );
}

/** Only with the right to skip the duplicate detection, and a reason. */
function SecondPayment({
  attempt,
  onRepeat,
}: {
  attempt: Attempt;
  onRepeat: (reason: string) => Promise<void>;
}) {
  const { role } = useMerchant();
  const [pending, setPending] = useState(false);
  const repeat = async (reason: string) => {
    setPending(true);
    await onRepeat(reason).finally(() => setPending(false));
  };
  if (!may(role, "overrideDuplicate"))
    return (
      <p className="text-muted">
        {t("If it really is a second payment, ask {who}.", { who: holdersOf("overrideDuplicate") })}
      </p>
    );
  return (
    <ReasonForm
      label={t("{label} anyway", { label: commands[attempt.command].label })}
      question={t("Why it is a second payment")}
      pending={pending}
      onReason={(reason) => void repeat(reason)}
    />
  );
}
