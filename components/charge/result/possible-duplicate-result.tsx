"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import {
  gatewayCheckNote,
  PossibleDuplicateList,
} from "#components/payment-result/possible-duplicate-list.tsx";
import { ReasonForm } from "#components/payment-result/reason-form.tsx";
import { ResultColumns, ResultFrame, ResultGroup } from "#components/payment-result/result-frame.tsx";
import { isHeld, type ResultKind, resultKind } from "#components/payment-result/result-kind.ts";
import { paidOf } from "#components/payment-result/result-labels.ts";
import { Amount } from "#components/ui/amount.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { possibleDuplicateMs } from "#lib/charge/stop.ts";
import { formatMoney } from "#lib/format/money.ts";
import { givesMoneyBack, holdsMoney } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import { may } from "#lib/permissions.ts";
import { anywayLabel } from "../anyway-label.ts";
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
  const isAccount = duplicates[0]?.tender === "check";
  // Only cash gets here beside a payment without a certain outcome; the gateway compares no cash.
  const isDoubtful = duplicates.some((duplicate) => uncertain.includes(resultKind(duplicate)));
  const isCredit = givesMoneyBack(payment.command);
  const isHold = holdsMoney(payment.command);
  const words = isCredit ? ofCredit() : isHold ? ofHold() : ofCharge();
  const paid = duplicates[0] ? paidOf(duplicates[0]) : sum;
  const wasHeld = duplicates[0] !== undefined && isHeld(duplicates[0]);
  const confirmedDuplicates = duplicates.map(({ id }) => id);
  useHotkeys([{ keys: "r", does: words.stop, act: goBack }], { group: t("Result") });
  return (
    <ResultFrame tone="warning" icon="copy" title={words.title}>
      <ResultColumns
        side={
          <>
            <Quote title={t("Ask the customer")}>
              {questionText({ isDoubtful, isCredit, isAccount, wasHeld }, { sum, paid })}
            </Quote>
            {!isDoubtful && !isCredit && may(role, "overrideDuplicate") && (
              <ResultGroup title={t("Skip the gateway's duplicate detection")}>
                <ReasonForm
                  label={
                    isHold
                      ? t("Authorize {sum} as a second payment", { sum })
                      : t("Charge {sum} as a second payment", { sum })
                  }
                  question={t("Why it is a second payment")}
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
          <p className="text-16 wrap-anywhere text-muted">{translate(payment.paymentMethod)}</p>
        </div>
        <div>
          <p className="mb-1 text-muted">{foundText({ isDoubtful, isAccount })}</p>
          <PossibleDuplicateList duplicates={duplicates} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" size="l" kbd="R" onClick={goBack}>
            {words.stop}
          </Button>
          <Button icon="repeat" className="h-12!" onClick={() => goOn({ confirmedDuplicates })}>
            {anywayLabel(payment.command, sum)}
          </Button>
        </div>
        {!isDoubtful && !isCredit && (
          <p className="text-muted">
            {`${t(gatewayCheckNote)} ${
              may(role, "overrideDuplicate")
                ? t("With a reason, you can skip that detection and charge a second payment.")
                : t("Only {who} can skip that detection.", { who: holdersOf("overrideDuplicate") })
            }`}
          </p>
        )}
      </ResultColumns>
    </ResultFrame>
  );
}

function questionText(
  {
    isDoubtful,
    isCredit,
    isAccount,
    wasHeld,
  }: Record<"isDoubtful" | "isCredit" | "isAccount" | "wasHeld", boolean>,
  { sum, paid }: { sum: string; paid: string },
): string {
  if (isDoubtful)
    return t("Your payment of {sum} a moment ago may still go through. Is this a second purchase?", { sum });
  if (isCredit)
    return isAccount
      ? t("You got {sum} back on this account a moment ago. Is this a second one?", { sum })
      : t("You got {sum} back on this card a moment ago. Is this a second one?", { sum });
  if (wasHeld)
    return t("{paid} was authorized on this card a moment ago. Is this a second purchase?", { paid });
  return isAccount
    ? t("You paid {paid} with this account a moment ago. Is this a second purchase?", { paid })
    : t("You paid {paid} with this card a moment ago. Is this a second purchase?", { paid });
}

function foundText({ isDoubtful, isAccount }: { isDoubtful: boolean; isAccount: boolean }): string {
  const minutes = possibleDuplicateMs / 60_000;
  if (isDoubtful)
    return t(
      "A payment of the same amount was sent in the last {minutes} minutes, and its outcome is not certain:",
      { minutes },
    );
  return isAccount
    ? t("The same amount on the same account was approved in the last {minutes} minutes:", { minutes })
    : t("The same amount on the same card was approved in the last {minutes} minutes:", { minutes });
}

const ofCharge = () => ({
  title: t("Already charged? Nothing has been sent."),
  stop: t("Do not charge"),
});

const ofHold = () => ({
  title: t("Already authorized? Nothing has been sent."),
  stop: t("Do not authorize"),
});

/** The gateway compares no credits. */
const ofCredit = () => ({
  title: t("Already sent back? Nothing has been sent."),
  stop: t("Do not send it"),
});

const uncertain: readonly ResultKind[] = ["waiting", "unknown", "notMoved"];
