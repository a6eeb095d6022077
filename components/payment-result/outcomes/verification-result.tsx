"use client";

import { Button } from "#components/ui/button/button.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns, ResultGroup } from "../result-frame.tsx";
import type { ResultProps } from "../result-props.ts";
import { TenderChoice } from "../tender-choice.tsx";

/** The issuer wants to be called before it approves. Nothing was charged. */
export function VerificationResult({ attempt, actions }: ResultProps) {
  return (
    <ResultColumns
      side={
        <ResultGroup title={t("If you call the issuer")}>
          <ol className="grid list-decimal gap-1.5 pl-5">
            <li>{t("Call the number on the back of the card. Ask for an authorization by voice.")}</li>
            <li>{t("Enter the code they give, with the card number again.")}</li>
            <li>{t("Without a code, take another way to pay. There is nothing to undo.")}</li>
          </ol>
          {actions.voice && (
            <Button className="mt-3" onClick={actions.voice}>
              {t("Enter the voice code")}
            </Button>
          )}
        </ResultGroup>
      }
    >
      <ResultAmount attempt={attempt} />
      <Quote title={t("Say to the customer")}>
        {t(
          "Your bank wants to check this payment first. Would you like to pay another way, or shall I call them?",
        )}
      </Quote>
      {actions.payBy && (
        <TenderChoice
          title={t("Take {money} by", {
            money: formatMoney(attempt.amountCents ?? 0, { code: attempt.currency }),
          })}
          note={t("Amount, order and customer are kept. Card number and security code are cleared.")}
          code={attempt.currency}
          paidWith={attempt.tender}
          onChoose={(tender) => actions.payBy?.(tender)}
        />
      )}
    </ResultColumns>
  );
}
