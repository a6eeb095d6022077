"use client";

import { Button } from "#components/ui/button.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { toCents } from "#lib/money.ts";
import { may, rights } from "#lib/permissions.ts";
import { NextButtons } from "./next-buttons.tsx";
import { ResultAmount } from "./result-amount.tsx";
import { ResultColumns, ResultGroup } from "./result-frame.tsx";
import type { ResultProps } from "./result-props.ts";

/** The gateway saw the same payment a moment ago and answered with that one. */
export function DuplicateResult({ attempt, actions, role }: ResultProps) {
  const { transaction } = attempt;
  const first = toCents(transaction?.auth_amount ?? "");
  return (
    <ResultColumns
      side={
        <ResultGroup title="If it really is a second payment">
          {!may(role, "overrideDuplicate") ? (
            <p className="text-muted">
              {`Ask a ${rights.overrideDuplicate.roles.join(" or an ")}: “${rights.overrideDuplicate.label}” is not among your rights.`}
            </p>
          ) : (
            actions.chargeAnyway && (
              <div className="grid justify-items-start gap-2">
                <Button icon="repeat" onClick={actions.chargeAnyway}>
                  Charge again anyway
                </Button>
                <p className="text-13 text-muted">
                  The form opens again, without the duplicate check. The card has to be typed again.
                </p>
              </div>
            )
          )}
        </ResultGroup>
      }
    >
      <ResultAmount attempt={attempt} />
      <p className="text-muted">
        {transaction?.key
          ? "The same payment was taken a moment ago. This is that first one: the customer pays once."
          : "The same payment was sent a moment ago and may still be running. Look at the last transactions before charging again."}
      </p>
      {transaction?.key && (
        <Facts>
          {first !== null && <Fact label="First payment">{formatMoney(first)}</Fact>}
          {transaction.authcode && <Fact label="Authorization">{transaction.authcode}</Fact>}
          {transaction.refnum && <Fact label="Reference">{transaction.refnum}</Fact>}
        </Facts>
      )}
      <NextButtons onNext={actions.next} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}
