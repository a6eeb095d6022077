"use client";

import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ActionTile } from "#components/ui/button/action-tile.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { declineAdvice } from "#lib/gateway/codes/decline-advice.ts";
import { declineText } from "#lib/gateway/errors.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
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
      <Quote title={t("Say to the customer")}>{say}</Quote>
      {again ? (
        <p className="text-muted">{clerk}</p>
      ) : (
        <Note tone="warning">
          <b>{clerk}</b>
        </Note>
      )}
      {actions.payBy && (
        <TenderChoice
          title={t("Take {money} by", { money: formatMoney(amountCents, { code }) })}
          note={
            tender === "check"
              ? t("Amount, order and customer are kept.")
              : t("Amount, order and customer are kept. Card number and security code are cleared.")
          }
          code={attempt.currency}
          paidWith={tender}
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
    <ResultGroup title={t("For you only")}>
      <SumList>
        <SumLine label={t("Reason")}>
          <b>{reason ? translate(reason) : t("None given")}</b>
        </SumLine>
        {code && <SumLine label={t("Code")}>{code}</SumLine>}
        {isCard && (
          <SumLine label={t("Address")}>
            {avsLabels(transaction?.avs, sent)?.text ?? t("Not checked ~address")}
          </SumLine>
        )}
        {isCard && <SumLine label={t("Security code")}>{securityCode?.text ?? t("Not checked")}</SumLine>}
        {transaction?.refnum && <SumLine label={t("Reference")}>{transaction.refnum}</SumLine>}
      </SumList>
    </ResultGroup>
  );
}

function EditTile({ effect, onEdit }: { effect: string; onEdit: () => void }) {
  useHotkeys([{ keys: "r", does: t("Edit and try again"), act: onEdit }], { group: t("Result") });
  return (
    <ResultGroup title={t("The same way again")}>
      <ActionTile icon="repeat" title={t("Edit and try again")} effect={effect} kbd="R" onClick={onEdit} />
    </ResultGroup>
  );
}
