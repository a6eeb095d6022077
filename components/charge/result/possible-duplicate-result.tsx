"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import {
  gatewayCheckNote,
  PossibleDuplicateList,
} from "#components/payment-result/possible-duplicate-list.tsx";
import { ReasonForm } from "#components/payment-result/reason-form.tsx";
import { ResultColumns, ResultFrame, ResultGroup } from "#components/payment-result/result-frame.tsx";
import { type ResultKind, resultKind } from "#components/payment-result/result-kind.ts";
import { paidOf } from "#components/payment-result/result-labels.ts";
import { Amount } from "#components/ui/amount.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { possibleDuplicateMs } from "#lib/charge/stop.ts";
import { formatMoney } from "#lib/format/money.ts";
import { givesMoneyBack } from "#lib/gateway/commands.ts";
import { may, rights } from "#lib/permissions.ts";
import type { StoppedProps } from "./stopped-props.ts";

/**
 * The same card and amount was approved a moment ago, or cash is taken beside a payment of the same amount without a certain
 * outcome. Nothing is sent before the clerk has seen it and presses again.
 */
export function PossibleDuplicateResult({
  duplicates,
  payment,
  page: { goOn, goBack },
}: StoppedProps & { duplicates: Attempt[] }) {
  const { role } = useMerchant();
  const sum = formatMoney(payment.amountCents ?? 0, { code: payment.currency });
  const source = duplicates[0]?.tender === "check" ? "account" : "card";
  // Only cash gets here beside a payment without a certain outcome; the gateway compares no cash.
  const isDoubtful = duplicates.some((duplicate) => uncertain.includes(resultKind(duplicate)));
  const isCredit = givesMoneyBack(payment.command);
  const words = isCredit ? ofCredit(sum) : ofCharge(sum);
  const confirmedDuplicates = duplicates.map(({ id }) => id);
  useHotkeys([{ keys: "r", does: words.stop, act: goBack }], { group: "Result" });
  return (
    <ResultFrame tone="warning" icon="copy" title={words.title}>
      <ResultColumns
        side={
          <>
            <Quote title="Ask the customer">
              {isDoubtful
                ? `Your payment of ${sum} a moment ago may still go through. Is this a second purchase?`
                : isCredit
                  ? `You got ${sum} back on this ${source} a moment ago. Is this a second one?`
                  : `You paid ${duplicates[0] ? paidOf(duplicates[0]) : sum} with this ${source} a moment ago. Is this a second purchase?`}
            </Quote>
            {!isDoubtful && !isCredit && may(role, "overrideDuplicate") && (
              <ResultGroup title="If the gateway must not stop it">
                <ReasonForm
                  label={`Charge ${sum} past its check`}
                  question="Why it is a second payment"
                  onReason={(duplicateReason) =>
                    goOn({ confirmedDuplicates, ignoreDuplicate: true, duplicateReason })
                  }
                />
              </ResultGroup>
            )}
          </>
        }
      >
        <div className="min-w-0">
          <Amount cents={payment.amountCents ?? 0} code={payment.currency} size="xl" />
          <p className="text-16 wrap-anywhere text-muted">{payment.payer}</p>
        </div>
        <div>
          <p className="mb-1 text-muted">
            {isDoubtful
              ? `The same amount was taken in the last ${possibleDuplicateMs / 60_000} minutes, without a certain outcome:`
              : `The same amount on the same ${source} was approved in the last ${possibleDuplicateMs / 60_000} minutes:`}
          </p>
          <PossibleDuplicateList duplicates={duplicates} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" size="l" kbd="R" onClick={goBack}>
            {words.stop}
          </Button>
          <Button icon="repeat" className="h-12!" onClick={() => goOn({ confirmedDuplicates })}>
            {words.goOn}
          </Button>
        </div>
        {!isDoubtful && !isCredit && (
          <p className="text-muted">
            {`${gatewayCheckNote} ${
              may(role, "overrideDuplicate")
                ? "With a reason it is charged past that check."
                : `Charging past that check needs a ${rights.overrideDuplicate.join(" or an ")}.`
            }`}
          </p>
        )}
      </ResultColumns>
    </ResultFrame>
  );
}

const ofCharge = (sum: string) => ({
  title: "Already charged? Nothing has been sent.",
  stop: "Do not charge",
  goOn: `Charge ${sum} anyway`,
});

/** The gateway compares no credits. */
const ofCredit = (sum: string) => ({
  title: "Already sent back? Nothing has been sent.",
  stop: "Do not send it",
  goOn: `Send ${sum} back anyway`,
});

const uncertain: readonly ResultKind[] = ["waiting", "unknown", "notMoved"];
