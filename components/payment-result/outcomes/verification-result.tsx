"use client";

import { Button } from "#components/ui/button/button.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns, ResultGroup } from "../result-frame.tsx";
import type { ResultProps } from "../result-props.ts";
import { TenderChoice } from "../tender-choice.tsx";

/** The issuer wants to be called before it approves. Nothing was charged. */
export function VerificationResult({ attempt, actions }: ResultProps) {
  return (
    <ResultColumns
      side={
        <ResultGroup title="If you call the issuer">
          <ol className="grid list-decimal gap-1.5 pl-5">
            <li>Call the number on the back of the card. Ask for an authorization by voice.</li>
            <li>Enter the code they give, with the card number again.</li>
            <li>Without a code take another way to pay. Nothing has to be undone.</li>
          </ol>
          {actions.voice && (
            <Button className="mt-3" onClick={actions.voice}>
              Enter the voice code
            </Button>
          )}
        </ResultGroup>
      }
    >
      <ResultAmount attempt={attempt} />
      <Quote title="Say to the customer">
        Your bank wants to check this payment first. Would you like to pay another way, or shall I call them?
      </Quote>
      {actions.payBy && (
        <TenderChoice
          title={`Take ${formatMoney(attempt.amountCents ?? 0, { code: attempt.currency })} by`}
          note="Amount, order and customer are kept. Card number and security code are cleared."
          onChoose={(tender) => actions.payBy?.(tender)}
        />
      )}
    </ResultColumns>
  );
}
