"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { State } from "#components/ui/status/state.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { type CommandName, commands, givesMoneyBack } from "#lib/gateway/commands.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { momentIn, secondsBetween } from "#lib/time.ts";
import { NextButtons } from "../next-buttons.tsx";
import { ReceiptTiles } from "../print/receipt-tiles.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import { isCharge, isHeld } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";
import { useNow } from "../use-now.ts";
import { CashChange } from "./cash-change.tsx";
import { CollectRest } from "./collect-rest.tsx";
import { OrderNote } from "./order-note.tsx";
import { avsLabels, cvcLabels, type VerificationLabel } from "./verification-labels.ts";

/** Money moved, or is held. The receipt, and the next customer. */
export function ApprovedResult({ attempt, actions }: ResultProps) {
  const { transaction, command, tender, cash, sentForVerification: sent } = attempt;
  const isCard = tender === "card" || tender === "token";
  const isChecked = isCard && !givesMoneyBack(command);
  return (
    <ResultColumns
      side={transaction?.key && <ReceiptTiles transactionKey={transaction.key} attempt={attempt} />}
    >
      {cash ? <CashChange attempt={attempt} cash={cash} /> : <ResultAmount attempt={attempt} />}
      {isCharge(command) && isHeld(attempt) && <HeldNote />}
      {attempt.state === "resolved" && attempt.problem && (
        <Note tone="approved">{attempt.problem.message}</Note>
      )}
      <Facts>
        {transaction?.authcode && <Fact label="Authorization">{transaction.authcode}</Fact>}
        {transaction?.refnum && <Fact label="Reference">{transaction.refnum}</Fact>}
        <Fact label="Invoice">{transaction?.invoice}</Fact>
        {isChecked && <CheckFact label="Address" check={avsLabels(transaction?.avs, sent)} />}
        {isChecked && <CheckFact label="Security code" check={cvcLabels(transaction?.cvc, { sent })} />}
        {isCard && isSale(command) && isVoidable(attempt) && <VoidPossible attempt={attempt} />}
        {(!isCard || givesMoneyBack(command)) && (
          <Fact label="What happens" wide>
            {attempt.present?.state === "held" ? heldCheckEffect : commands[command].effect}
          </Fact>
        )}
      </Facts>
      {transaction?.savedcard?.key && (
        <Facts columns={2}>
          <Fact label="Saved as token" wide>
            <code className="font-mono">{transaction.savedcard.key}</code>
          </Fact>
        </Facts>
      )}
      <OrderNote attempt={attempt} />
      <CollectRest attempt={attempt} payBy={actions.payBy} />
      <NextButtons onNext={actions.next} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}

const heldCheckEffect =
  "The gateway reviews it. Released, it is drawn from the bank account by ACH; rejected, nothing is drawn.";

/** What a capture is for. */
export function HeldNote() {
  return (
    <Note>
      <b>The amount is held, not collected.</b> Capture it from its page when the goods leave; until then no
      money comes in.
    </Note>
  );
}

const isSale = (command: CommandName) =>
  commands[command].records === "S" && commands[command].original === "none";

const isVoidable = ({ present }: Attempt) => present?.state === undefined || present.state === "pending";

/** A sale can be voided until its batch closes, which may be ahead of time: a result that is opened again asks for that batch. */
function VoidPossible({ attempt }: { attempt: Attempt }) {
  const { timeZone } = useMerchant();
  const own = attempt.transaction?.batch?.key;
  const { data } = useQuery(batchQuery((attempt.present && own) || "current"));
  const now = useNow(30_000);
  const batch = data?.kind === "found" ? data.value : undefined;
  if (own && batch?.key === own && batch.status === "closed")
    return <Fact label="Void possible">no longer, the batch has closed</Fact>;
  if (!batch?.scheduled || now === undefined || (own && batch.key !== own))
    return <Fact label="Void possible">until the batch closes</Fact>;
  const clock = momentIn(timeZone, now);
  const left = secondsBetween(clock, batch.scheduled);
  return (
    <Fact label="Void possible">
      until {formatRecent(batch.scheduled, clock)}
      {left > 0 && `, ${formatDuration(left)}`}
    </Fact>
  );
}

/** One of the issuer's checks among the facts, with its advice. */
function CheckFact({ label, check }: { label: string; check: VerificationLabel | undefined }) {
  return (
    <Fact label={label} wide>
      {check ? (
        <>
          <State tone={check.tone} icon={check.icon} wraps>
            {check.text}
          </State>
          {check.advice && <span className="mt-0.5 block text-13 text-muted">{check.advice}</span>}
        </>
      ) : (
        <span className="text-faint">Not checked</span>
      )}
    </Fact>
  );
}
