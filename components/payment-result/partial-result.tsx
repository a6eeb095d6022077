"use client";

import Link from "next/link";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { ActionTile } from "#components/ui/action-tile.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Bar } from "#components/ui/bar.tsx";
import { Note } from "#components/ui/note.tsx";
import { Quote } from "#components/ui/quote.tsx";
import type { CollectedRest } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";
import { HeldNote } from "./approved-result.tsx";
import { NextButtons } from "./next-buttons.tsx";
import { ReceiptTiles } from "./receipt-tiles.tsx";
import { ResultColumns, ResultGroup } from "./result-frame.tsx";
import { isHeld, restCents } from "./result-kind.ts";
import type { ResultProps } from "./result-props.ts";
import { TenderChoice } from "./tender-choice.tsx";
import { UndoLink } from "./undo-link.tsx";

/** Part of the money moved: what is left and how to collect it, or how to undo the part. */
export function PartialResult({ attempt, actions }: ResultProps) {
  const { transaction, payer, amountCents: asked = 0, currency: code } = attempt;
  const rest = restCents(attempt);
  const got = asked - rest;
  const { payBy, next } = actions;
  const collected = attempt.present?.rest;
  const held = isHeld(attempt);
  const say = (cents: number) => formatMoney(cents, { code });
  return (
    <ResultColumns
      side={
        <>
          {!collected && (
            <Quote title="Say to the customer">
              Your card covered {say(got)}. How would you like to pay the other {say(rest)}?
            </Quote>
          )}
          {!collected && (
            <ResultGroup title="If they would rather not">
              <div className="grid gap-2">
                {transaction?.key && <UndoLink transactionKey={transaction.key} cents={got} code={code} />}
                {next && (
                  <LeaveIt left={say(got)} short={say(rest)} invoice={transaction?.invoice} onLeave={next} />
                )}
              </div>
            </ResultGroup>
          )}
          {transaction?.key && <ReceiptTiles transactionKey={transaction.key} />}
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-10 gap-y-2">
        {!collected && (
          <div>
            <p className="text-muted">Still to collect</p>
            <p>
              <Amount cents={rest} code={code} size="xl" />
            </p>
          </div>
        )}
        <div className="sm:pb-2">
          <p className="text-muted">{`${held ? "Held" : "Approved"} on ${payer}`}</p>
          <p className="text-20 text-muted">
            <Amount cents={got} code={code} /> <span className="text-faint">of {say(asked)}</span>
          </p>
        </div>
      </div>
      <Bar
        size="l"
        label={`${say(got)} of ${say(asked)} ${held ? "held" : "collected"}`}
        shares={[{ tone: "approved", share: asked > 0 ? got / asked : 0 }]}
      />
      {held && <HeldNote />}
      {collected && <RestNote rest={collected} code={code} />}
      {payBy && !collected && (
        <TenderChoice
          title={`Collect ${say(rest)} by`}
          note={
            transaction?.invoice ? `Same invoice ${transaction.invoice}.` : "Order and customer are kept."
          }
          onChoose={(tender) => payBy(tender, { cents: rest, completes: attempt.id })}
        />
      )}
      <NextButtons onNext={collected && next} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}

/** How the rest was collected, with the way to that payment. */
function RestNote({ rest, code }: { rest: CollectedRest; code: string | undefined }) {
  const { attemptId, cents, payer, isSettling } = rest;
  return (
    <Note tone={isSettling ? "unknown" : "approved"}>
      {isSettling ? "Not known yet: " : "Collected: "}
      <Link href={paths.attempt(attemptId)}>{`${formatMoney(cents, { code })}, ${payer}`}</Link>
    </Note>
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
