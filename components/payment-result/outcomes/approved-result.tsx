"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useBatch } from "#components/layout/use-batch.ts";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { type CommandName, commands, givesMoneyBack } from "#lib/gateway/commands.ts";
import { t, text } from "#lib/language/t.ts";
import { momentIn, secondsBetween } from "#lib/time.ts";
import { NextButtons } from "../next-buttons.tsx";
import { OrderActions } from "../order/order-actions.tsx";
import { OrderSummary } from "../order/order-summary.tsx";
import { ReceiptTiles } from "../print/receipt-tiles.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import { isCharge, isHeld, openCents } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";
import { useNow } from "../use-now.ts";
import { CashChange } from "./cash-change.tsx";
import { CollectBalance } from "./collect-balance.tsx";
import { avsLabels, cvcLabels, type VerificationLabel } from "./verification-labels.ts";

/** Money moved, or is held. The receipt, and the next customer. */
export function ApprovedResult({ attempt, actions }: ResultProps) {
  const { transaction, command, tender, cash, sentForVerification: sent } = attempt;
  const isCard = tender === "card" || tender === "token";
  const isChecked = isCard && !givesMoneyBack(command);
  return (
    <ResultColumns
      side={
        transaction?.key && (
          <>
            <OrderActions attempt={attempt} actions={actions} />
            <ReceiptTiles transactionKey={transaction.key} attempt={attempt} />
          </>
        )
      }
    >
      {cash ? <CashChange attempt={attempt} cash={cash} /> : <ResultAmount attempt={attempt} />}
      {isCharge(command) && isHeld(attempt) && <HeldNote />}
      {attempt.state === "resolved" && attempt.problem && (
        <Note tone="approved">{attempt.problem.message}</Note>
      )}
      <Facts>
        {transaction?.authcode && <Fact label={t("Authorization")}>{transaction.authcode}</Fact>}
        {transaction?.refnum && <Fact label={t("Reference")}>{transaction.refnum}</Fact>}
        {attempt.approvedBy && <Fact label={t("Approved by")}>{attempt.approvedBy}</Fact>}
        <Fact label={t("Invoice")}>{transaction?.invoice}</Fact>
        {isChecked && (
          <CheckFact
            label={t("Address")}
            unchecked={t("Not checked ~address")}
            check={avsLabels(transaction?.avs, sent)}
          />
        )}
        {isChecked && (
          <CheckFact
            label={t("Security code")}
            unchecked={t("Not checked")}
            check={cvcLabels(transaction?.cvc, { sent })}
          />
        )}
        {isCard && isSale(command) && isVoidable(attempt) && <VoidPossible attempt={attempt} />}
        {(!isCard || givesMoneyBack(command)) && (
          <Fact label={t("What happens")} wide>
            {attempt.current?.state === "held" ? t(heldCheckEffect) : commands[command].effect}
          </Fact>
        )}
      </Facts>
      {transaction?.savedcard?.key && (
        <Facts columns={2}>
          <Fact label={t("Saved as token")} wide>
            <code className="font-mono">{transaction.savedcard.key}</code>
          </Fact>
        </Facts>
      )}
      <OrderSummary attempt={attempt} />
      <CollectBalance attempt={attempt} payBy={actions.payBy} />
      <NextButtons
        onNext={openCents(attempt) === 0 ? actions.next : undefined}
        transactionKey={transaction?.key}
      />
    </ResultColumns>
  );
}

const heldCheckEffect = text(
  "The gateway reviews it. If it is released, the amount is debited from the bank account by ACH. If it is rejected, nothing is debited.",
);

/** What a capture is for. */
export function HeldNote() {
  return (
    <Note>
      {tx("{title} Capture it on its page when the goods ship. Until then, no money is collected.", {
        title: <b>{t("The amount is held, not collected.")}</b>,
      })}
    </Note>
  );
}

const isSale = (command: CommandName) =>
  commands[command].records === "S" && commands[command].original === "none";

const isVoidable = ({ current }: Attempt) => current?.state === undefined || current.state === "pending";

/** A sale can be voided until its batch closes, which may be ahead of time: a result that is opened again asks for that batch. */
function VoidPossible({ attempt }: { attempt: Attempt }) {
  const { timeZone } = useMerchant();
  const own = attempt.transaction?.batch?.key;
  const { data } = useBatch((attempt.current && own) || "current");
  const now = useNow(30_000);
  const batch = data?.kind === "found" ? data.value : undefined;
  if (own && batch?.key === own && batch.status === "closed")
    return <Fact label={t("Void possible")}>{t("no, the batch has closed")}</Fact>;
  if (!batch?.scheduled || now === undefined || (own && batch.key !== own))
    return <Fact label={t("Void possible")}>{t("until the batch closes")}</Fact>;
  const clock = momentIn(timeZone, now);
  const left = secondsBetween(clock, batch.scheduled);
  return (
    <Fact label={t("Void possible")}>
      {t("until {date}", { date: formatRecent(batch.scheduled, clock) })}
      {left > 0 && `, ${formatDuration(left)}`}
    </Fact>
  );
}

/** One of the issuer's checks among the facts, with its advice. */
function CheckFact({
  label,
  unchecked,
  check,
}: {
  label: string;
  unchecked: string;
  check: VerificationLabel | undefined;
}) {
  return (
    <Fact label={label} wide>
      {check ? (
        <>
          <StatusLabel tone={check.tone} icon={check.icon} wraps>
            {check.text}
          </StatusLabel>
          {check.advice && <span className="mt-0.5 block text-13 text-muted">{check.advice}</span>}
        </>
      ) : (
        <span className="text-faint">{unchecked}</span>
      )}
    </Fact>
  );
}
