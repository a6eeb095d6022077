import type { ReactNode } from "react";
import { Amount } from "#components/ui/amount.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { said } from "#lib/language/said.ts";
import { firstAmount } from "#lib/payments/first-amount.ts";

/** The amount of the page, and who pays with what. */
export function ResultAmount({ attempt, cents }: { attempt: Attempt; cents?: number }): ReactNode {
  const { amountCents, signedCents = 0, present } = attempt;
  const first = firstAmount(attempt);
  // Of a partial approval the whole amount is named, unless its part is given.
  const shown = present?.cents ?? cents ?? (signedCents < 0 ? signedCents : amountCents);
  const name = attempt.transaction?.creditcard?.cardholder;
  return (
    <div className="min-w-0">
      {shown !== undefined && (
        <p>
          <Amount cents={shown} code={attempt.currency} size="xl" />
        </p>
      )}
      {first && <p className="text-16 text-muted">{first}</p>}
      <p className="text-16 wrap-anywhere text-muted">
        {[said(attempt.payer), name].filter(Boolean).join(", ")}
      </p>
    </div>
  );
}
