"use client";

import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { ActionTile } from "#components/ui/action-tile.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Bar } from "#components/ui/bar.tsx";
import { Quote } from "#components/ui/quote.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { NextButtons } from "./next-buttons.tsx";
import { ResultColumns, ResultGroup } from "./result-frame.tsx";
import { restCents } from "./result-kind.ts";
import type { ResultProps } from "./result-props.ts";
import { TenderChoice } from "./tender-choice.tsx";
import { UndoLink } from "./undo-link.tsx";

/** Part of the money moved: what is left and how to collect it, or how to undo the part. */
export function PartialResult({ attempt, actions }: ResultProps) {
  const { transaction, payer, amountCents: asked = 0, currency: code } = attempt;
  const rest = restCents(attempt);
  const got = asked - rest;
  const { payBy, next } = actions;
  const say = (cents: number) => formatMoney(cents, { code });
  return (
    <ResultColumns
      side={
        <>
          <Quote title="Say to the customer">
            Your card covered {say(got)}. How would you like to pay the other {say(rest)}?
          </Quote>
          <ResultGroup title="If they would rather not">
            <div className="grid gap-2">
              {transaction?.key && <UndoLink transactionKey={transaction.key} cents={got} code={code} />}
              {next && (
                <LeaveIt left={say(got)} short={say(rest)} invoice={transaction?.invoice} onLeave={next} />
              )}
            </div>
          </ResultGroup>
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-10 gap-y-2">
        <div>
          <p className="text-muted">Still to collect</p>
          <p>
            <Amount cents={rest} code={code} size="xl" />
          </p>
        </div>
        <div className="sm:pb-2">
          <p className="text-muted">Approved on {payer}</p>
          <p className="text-20 text-muted">
            <Amount cents={got} code={code} /> <span className="text-faint">of {say(asked)}</span>
          </p>
        </div>
      </div>
      <Bar
        size="l"
        label={`${say(got)} of ${say(asked)} collected`}
        shares={[{ tone: "approved", share: asked > 0 ? got / asked : 0 }]}
      />
      {payBy && (
        <TenderChoice
          title={`Collect ${say(rest)} by`}
          note={
            transaction?.invoice ? `Same invoice ${transaction.invoice}.` : "Order and customer are kept."
          }
          onChoose={(tender) => payBy(tender, rest)}
        />
      )}
      <NextButtons onNext={undefined} transactionKey={transaction?.key} />
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
