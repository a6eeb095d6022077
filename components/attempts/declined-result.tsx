"use client";

import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { ActionTile } from "#components/ui/action-tile.tsx";
import { Quote } from "#components/ui/quote.tsx";
import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { declineText } from "#lib/gateway/errors.ts";
import { avsWords, cvcWords } from "./check-words.ts";
import { ResultAmount } from "./result-amount.tsx";
import { ResultColumns, ResultGroup } from "./result-frame.tsx";
import type { ResultProps } from "./result-props.ts";
import { TenderChoice } from "./tender-choice.tsx";

/** No money moved: what to say aloud, the reason for the clerk alone, and other ways to pay. */
export function DeclinedResult({ attempt, actions }: ResultProps) {
  const { amountCents = 0, tender } = attempt;
  const bank = tender === "check" ? "this check" : "this card";
  return (
    <ResultColumns
      side={
        <>
          <ReasonForClerk attempt={attempt} />
          {actions.edit && <EditTile onEdit={actions.edit} />}
        </>
      }
    >
      <ResultAmount attempt={attempt} />
      <Quote title="Say to the customer">
        Your bank did not approve {bank}. Would you like to pay another way?
      </Quote>
      {actions.payBy && (
        <TenderChoice
          title={`Take ${formatMoney(amountCents)} by`}
          note="Amount, order and customer are kept. Card number and security code are wiped."
          onChoose={(tender) => actions.payBy?.(tender)}
        />
      )}
    </ResultColumns>
  );
}

function ReasonForClerk({ attempt: { transaction, tender } }: Pick<ResultProps, "attempt">) {
  const isCard = tender === "card" || tender === "token";
  const reason = declineText(transaction?.error_code) ?? transaction?.error ?? transaction?.result;
  return (
    <ResultGroup title="For you, not for the counter">
      <SumList>
        <SumLine label="Reason">
          <b>{reason ?? "None given"}</b>
        </SumLine>
        {transaction?.error_code && <SumLine label="Code">{transaction.error_code}</SumLine>}
        {isCard && <SumLine label="Address">{avsWords(transaction?.avs)?.text ?? "Not checked"}</SumLine>}
        {isCard && (
          <SumLine label="Security code">{cvcWords(transaction?.cvc)?.text ?? "Not checked"}</SumLine>
        )}
        {transaction?.refnum && <SumLine label="Reference">{transaction.refnum}</SumLine>}
      </SumList>
    </ResultGroup>
  );
}

function EditTile({ onEdit }: { onEdit: () => void }) {
  useHotkeys([{ keys: "r", does: "Edit and try again", act: onEdit }], { group: "Result" });
  return (
    <ResultGroup title="The same way again">
      <ActionTile
        icon="repeat"
        title="Edit and try again"
        effect="Useful for a lower amount, not for the same one"
        kbd="R"
        onClick={onEdit}
      />
    </ResultGroup>
  );
}
