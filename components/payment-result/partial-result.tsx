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
  const { transaction, payer, amountCents: asked = 0 } = attempt;
  const rest = restCents(attempt);
  const got = asked - rest;
  const { payBy, next } = actions;
  return (
    <ResultColumns
      side={
        <>
          <Quote title="Say to the customer">
            Your card covered {formatMoney(got)}. How would you like to pay the other {formatMoney(rest)}?
          </Quote>
          <ResultGroup title="If they would rather not">
            <div className="grid gap-2">
              {transaction?.key && <UndoLink transactionKey={transaction.key} cents={got} />}
              {next && <LeaveIt cents={got} rest={rest} invoice={transaction?.invoice} onLeave={next} />}
            </div>
          </ResultGroup>
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-10 gap-y-2">
        <div>
          <p className="text-muted">Still to collect</p>
          <p>
            <Amount cents={rest} size="xl" />
          </p>
        </div>
        <div className="sm:pb-2">
          <p className="text-muted">Approved on {payer}</p>
          <p className="text-20 text-muted">
            <Amount cents={got} /> <span className="text-faint">of {formatMoney(asked)}</span>
          </p>
        </div>
      </div>
      <Bar
        size="l"
        label={`${formatMoney(got)} of ${formatMoney(asked)} collected`}
        shares={[{ tone: "approved", share: asked > 0 ? got / asked : 0 }]}
      />
      {payBy && (
        <TenderChoice
          title={`Collect ${formatMoney(rest)} by`}
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
  cents,
  rest,
  invoice,
  onLeave,
}: {
  cents: number;
  rest: number;
  invoice: string | undefined;
  onLeave: () => void;
}) {
  useHotkeys([{ keys: "l", does: `Leave it at ${formatMoney(cents)}`, act: onLeave }], { group: "Result" });
  return (
    <ActionTile
      icon="tick"
      title={`Leave it at ${formatMoney(cents)}`}
      effect={`${invoice ? `Invoice ${invoice}` : "The order"} stays ${formatMoney(rest)} short`}
      kbd="L"
      onClick={onLeave}
    />
  );
}
