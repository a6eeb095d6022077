"use client";

import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ActionTile } from "#components/ui/button/action-tile.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { declineAdvice } from "#lib/gateway/codes/decline-advice.ts";
import { declineText } from "#lib/gateway/errors.ts";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns, ResultGroup } from "../result-frame.tsx";
import type { ResultProps } from "../result-props.ts";
import { TenderChoice } from "../tender-choice.tsx";
import { avsLabels, cvcLabels } from "./verification-labels.ts";

/** No money moved: what to say aloud, the reason for the clerk alone, and other ways to pay. */
export function DeclinedResult({ attempt, actions }: ResultProps) {
  const { amountCents = 0, currency: code, tender, transaction, sentForVerification: sent } = attempt;
  const { say, clerk, again } = declineAdvice(transaction?.error_code, tender, {
    codeSent: sent?.securityCode,
  });
  const cleared = tender === "check" ? "" : " Card number and security code are cleared.";
  return (
    <ResultColumns
      side={
        <>
          <ReasonForClerk attempt={attempt} />
          {again && actions.edit && <EditTile effect={again} onEdit={actions.edit} />}
        </>
      }
    >
      <ResultAmount attempt={attempt} />
      <Quote title="Say to the customer">{say}</Quote>
      {again ? (
        <p className="text-muted">{clerk}</p>
      ) : (
        <Note tone="warning">
          <b>{clerk}</b>
        </Note>
      )}
      {actions.payBy && (
        <TenderChoice
          title={`Take ${formatMoney(amountCents, { code })} by`}
          note={`Amount, order and customer are kept.${cleared}`}
          onChoose={(tender) => actions.payBy?.(tender)}
        />
      )}
    </ResultColumns>
  );
}

function ReasonForClerk({
  attempt: { transaction, tender, sentForVerification: sent },
}: Pick<ResultProps, "attempt">) {
  const isCard = tender === "card" || tender === "token";
  const code = transaction?.error_code;
  const reason = declineText(code, tender) ?? transaction?.error ?? transaction?.result;
  const refused = declineAdvice(code, tender).isCodeFailure === true;
  const securityCode = cvcLabels(transaction?.cvc, { sent, refused });
  return (
    <ResultGroup title="For you only">
      <SumList>
        <SumLine label="Reason">
          <b>{reason ?? "None given"}</b>
        </SumLine>
        {code && <SumLine label="Code">{code}</SumLine>}
        {isCard && (
          <SumLine label="Address">{avsLabels(transaction?.avs, sent)?.text ?? "Not checked"}</SumLine>
        )}
        {isCard && <SumLine label="Security code">{securityCode?.text ?? "Not checked"}</SumLine>}
        {transaction?.refnum && <SumLine label="Reference">{transaction.refnum}</SumLine>}
      </SumList>
    </ResultGroup>
  );
}

function EditTile({ effect, onEdit }: { effect: string; onEdit: () => void }) {
  useHotkeys([{ keys: "r", does: "Edit and try again", act: onEdit }], { group: "Result" });
  return (
    <ResultGroup title="The same way again">
      <ActionTile icon="repeat" title="Edit and try again" effect={effect} kbd="R" onClick={onEdit} />
    </ResultGroup>
  );
}
