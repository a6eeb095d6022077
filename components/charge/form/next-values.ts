import type { Rest } from "#components/payment-result/result-props.ts";
import type { Attempt } from "#lib/attempt.ts";
import { type ChargeValues, clearedAt, emptyCharge } from "#lib/charge/values.ts";
import { amountText } from "#lib/format/amount-text.ts";
import type { Tender } from "#lib/gateway/commands.ts";

/** What a form begins with after a result. Each has an attemptId of its own, and none holds a card number or a code. */

/** The same form once more. */
export function sameAgain(values: ChargeValues, attemptId: string): ChargeValues {
  return {
    ...clearedAt("sent", values),
    attemptId,
    ignoreDuplicate: false,
    duplicateReason: "",
    confirmedDuplicates: [],
    blockOverride: null,
  };
}

/** The same order by another tender; `due` when only a part of the amount is still due. */
export function otherTender(
  values: ChargeValues,
  attemptId: string,
  tender: Tender,
  due: Rest | undefined,
): ChargeValues {
  const same = sameAgain(clearedAt("tenderChanged", values), attemptId);
  const rest =
    due === undefined
      ? {}
      : {
          amount: amountText(due.cents),
          itemised: false,
          breakdown: emptyCharge(attemptId).breakdown,
          completes: due.completes,
        };
  return {
    ...same,
    ...rest,
    tender,
    capture: tender === "card" || tender === "token" ? same.capture : "now",
    check: { ...same.check, name: same.check.name || same.card.name },
  };
}

/** What can be told of a form from the journal alone, after a reload. */
export function fromAttempt(attempt: Attempt, attemptId: string): ChargeValues {
  const values = emptyCharge(attemptId);
  const { tender, command, amountCents, transaction } = attempt;
  return {
    ...values,
    tender,
    capture: command === "authonly" ? "later" : "now",
    amount: amountCents === undefined ? "" : amountText(amountCents),
    card: { ...values.card, name: transaction?.creditcard?.cardholder ?? "" },
    order: { ...values.order, invoice: transaction?.invoice ?? "" },
    completes: attempt.completes ?? null,
  };
}
