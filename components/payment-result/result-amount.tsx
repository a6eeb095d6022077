import type { ReactNode } from "react";
import { Amount } from "#components/ui/amount.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { translate } from "#lib/language/translate.ts";
import { firstAmount } from "#lib/payments/first-amount.ts";
import { paymentMethodOf } from "#lib/payments/transaction-labels.ts";

/** The amount of the page, and who pays with what. */
export function ResultAmount({ attempt, cents }: { attempt: Attempt; cents?: number }): ReactNode {
  const { amountCents, signedCents = 0, current } = attempt;
  const first = firstAmount(attempt);
  // Of a partial approval the whole amount is named, unless its part is given.
  const shown = current?.cents ?? cents ?? (signedCents < 0 ? signedCents : amountCents);
  const { creditcard } = attempt.transaction ?? {};
  // A token or a payment key says nothing to the customer: the answer names the card behind it.
  const card =
    attempt.tender === "token" && creditcard?.number && attempt.transaction
      ? paymentMethodOf(attempt.transaction)
      : undefined;
  return (
    <div className="min-w-0">
      {shown !== undefined && (
        <p>
          <Amount cents={shown} code={attempt.currency} size="xl" />
        </p>
      )}
      {first && <p className="text-16 text-muted">{first}</p>}
      <p className="text-16 wrap-anywhere text-muted">
        {[translate(attempt.paymentMethod), card, creditcard?.cardholder].filter(Boolean).join(", ")}
      </p>
    </div>
  );
}
