"use client";

import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { ActionTile } from "#components/ui/action-tile.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Bar } from "#components/ui/bar.tsx";
import { Quote } from "#components/ui/quote.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { HeldNote } from "./approved-result.tsx";
import { CollectRest } from "./collect-rest.tsx";
import { NextButtons } from "./next-buttons.tsx";
import { OrderNote } from "./order-note.tsx";
import { ReceiptTiles } from "./receipt-tiles.tsx";
import { ResultColumns, ResultGroup } from "./result-frame.tsx";
import { isHeld, isRestSettling, openCents, otherPayments, restCents } from "./result-kind.ts";
import type { ResultProps } from "./result-props.ts";
import { UndoLink } from "./undo-link.tsx";

/** Part of the money moved: what is left of the order and how to collect it, or how to undo the part. */
export function PartialResult({ attempt, actions }: ResultProps) {
  const { transaction, payer, amountCents: asked = 0, currency: code } = attempt;
  const got = asked - restCents(attempt);
  const { payBy, next } = actions;
  const open = openCents(attempt);
  const total = attempt.present?.rest?.askedCents ?? asked;
  const paid = total - open;
  const others = otherPayments(attempt);
  const held = isHeld(attempt);
  const say = (cents: number) => formatMoney(cents, { code });
  return (
    <ResultColumns
      side={
        <>
          {open > 0 && !isRestSettling(attempt) && (
            <Quote title="Say to the customer">
              {others.length === 0
                ? `Your card covered ${say(got)}. How would you like to pay the other ${say(open)}?`
                : `${say(paid)} of ${say(total)} is paid. How would you like to pay the other ${say(open)}?`}
            </Quote>
          )}
          {open > 0 && (
            <ResultGroup title="If they would rather not">
              <div className="grid gap-2">
                {transaction?.key && others.length === 0 && (
                  <UndoLink transactionKey={transaction.key} cents={got} code={code} />
                )}
                {next && (
                  <LeaveIt left={say(paid)} short={say(open)} invoice={transaction?.invoice} onLeave={next} />
                )}
              </div>
            </ResultGroup>
          )}
          {transaction?.key && <ReceiptTiles transactionKey={transaction.key} />}
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-10 gap-y-2">
        {open > 0 && (
          <div>
            <p className="text-muted">Still to collect</p>
            <p>
              <Amount cents={open} code={code} size="xl" />
            </p>
          </div>
        )}
        <div className="sm:pb-2">
          <p className="text-muted">{`${held ? "Held" : "Approved"} on ${payer}`}</p>
          <p className="text-20 text-muted">
            <Amount cents={got} code={code} /> <span className="text-faint">of {say(asked)}</span>
            {attempt.present?.cents !== undefined && `, ${say(attempt.present.cents)} now`}
          </p>
        </div>
      </div>
      <Bar
        size="l"
        label={`${say(paid)} of ${say(total)} ${held ? (others.length > 0 ? "held or collected" : "held") : "collected"}`}
        shares={[{ tone: "approved", share: total > 0 ? paid / total : 0 }]}
      />
      {held && <HeldNote />}
      <OrderNote attempt={attempt} />
      <CollectRest attempt={attempt} payBy={payBy} />
      <NextButtons onNext={open === 0 ? next : undefined} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}

function LeaveIt({
  left,
  short,
  invoice,
  onLeave,
}: {
  /** What stays collected, and what is missing then, as text. */
  left: string;
  short: string;
  invoice: string | undefined;
  onLeave: () => void;
}) {
  useHotkeys([{ keys: "l", does: `Leave it at ${left}`, act: onLeave }], { group: "Result" });
  return (
    <ActionTile
      icon="tick"
      title={`Leave it at ${left}`}
      effect={`${invoice ? `Invoice ${invoice}` : "The order"} stays ${short} short`}
      kbd="L"
      onClick={onLeave}
    />
  );
}
