import type { BalanceDue } from "#components/payment-result/result-props.ts";
import type { Attempt } from "#lib/attempt.ts";
import { withKept } from "#lib/charge/fields/kept-fields.ts";
import { type ChargeValues, clearedAt, emptyCharge } from "#lib/charge/fields/values.ts";
import { kindIn, kindOfCommand } from "#lib/charge/kinds.ts";
import { amountText } from "#lib/format/amount-text.ts";
import type { Tender } from "#lib/gateway/commands.ts";

/** What a form begins with after a result. Each has an attemptId of its own, and none holds a card number or a code. */

/** The values of this form, under a new attemptId. */
export function retryValues(values: ChargeValues, attemptId: string): ChargeValues {
  return {
    ...clearedAt("sent", values),
    attemptId,
    ignoreDuplicate: false,
    duplicateReason: "",
    confirmedDuplicates: [],
    blockOverride: null,
  };
}

/** This payment with the code that its issuer gave by phone. */
export const withVoiceCode = (values: ChargeValues, attemptId: string): ChargeValues => ({
  ...retryValues(values, attemptId),
  kind: "voice",
});

/** This order by another tender; `due` when only a part of the amount is still due. */
export function valuesForTender(
  values: ChargeValues,
  attemptId: string,
  tender: Tender,
  due: BalanceDue | undefined,
): ChargeValues {
  const same = retryValues(clearedAt("tenderChanged", values), attemptId);
  const dueFields =
    due === undefined
      ? {}
      : {
          amount: amountText(due.cents, values.more.currency),
          itemized: false,
          split: false,
          partAmount: "",
          breakdown: emptyCharge(attemptId).breakdown,
          completes: due.completes,
        };
  return {
    ...same,
    ...dueFields,
    tender,
    kind: kindIn({ kind: same.kind, tender }),
    check: { ...same.check, name: same.check.name || values.card.name },
  };
}

/** This order as a payment of its own: it no longer collects the rest of another payment, which is not due any more. */
export const separatePaymentValues = (values: ChargeValues, attemptId: string): ChargeValues => ({
  ...retryValues(values, attemptId),
  amount: "",
  completes: null,
});

/** The form of an attempt after a reload: all but card and account data, from its stored request. */
export function fromAttempt(attempt: Attempt, attemptId: string): ChargeValues {
  const { tender, command, amountCents, orderCents, currency, form = {} } = attempt;
  const isPart = amountCents !== undefined && orderCents !== undefined && amountCents < orderCents;
  const text = (cents: number | undefined) => (cents === undefined ? "" : amountText(cents, currency));
  return {
    ...withKept(emptyCharge(attemptId), form),
    tender,
    kind: kindOfCommand(command),
    amount: text(isPart ? orderCents : amountCents),
    split: isPart,
    partAmount: isPart ? text(amountCents) : "",
    completes: attempt.completes ?? null,
  };
}

/** What the address asks a form to begin with: a saved card by its token, a customer by key. */
export type Prefill = { savedCard?: string; customerKey?: string };

export const withPrefill = (values: ChargeValues, { savedCard, customerKey }: Prefill): ChargeValues => ({
  ...values,
  ...(savedCard && {
    tender: "token",
    token: { ...emptyCharge(values.attemptId).token, token: savedCard },
  }),
  ...(customerKey && { customer: { ...values.customer, key: customerKey, save: false } }),
});
