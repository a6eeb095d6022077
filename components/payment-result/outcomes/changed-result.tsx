"use client";

import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { NextButtons } from "../next-buttons.tsx";
import { OrderActions } from "../order/order-actions.tsx";
import { OrderSummary } from "../order/order-summary.tsx";
import { ReceiptTiles } from "../print/receipt-tiles.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import { remainingCents } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";
import { CollectBalance } from "./collect-balance.tsx";

/** An approved payment that was voided, given back or returned since: of its order other payments may stay, and what it had paid is left to pay. */
export function ChangedResult({ attempt, actions }: ResultProps) {
  const { transaction, amountCents = 0, currency: code } = attempt;
  const remaining = transaction?.result_code === "P" ? remainingCents(attempt) : 0;
  const approved = amountCents - remaining;
  const money = (cents: number) => formatMoney(cents, { code });
  return (
    <ResultColumns
      side={
        transaction?.key && (
          <>
            <OrderActions attempt={attempt} actions={actions} />
            <ReceiptTiles transactionKey={transaction.key} attempt={attempt} />
          </>
        )
      }
    >
      <ResultAmount attempt={attempt} cents={approved} />
      <Facts>
        <Fact label={t("At first")}>
          {remaining > 0
            ? t("{money} of {money2} approved", { money: money(approved), money2: money(amountCents) })
            : t("Approved")}
        </Fact>
        {transaction?.refnum && <Fact label={t("Reference")}>{transaction.refnum}</Fact>}
        <Fact label={t("Invoice")}>{transaction?.invoice}</Fact>
      </Facts>
      <OrderSummary attempt={attempt} />
      {attempt.current?.balance && <CollectBalance attempt={attempt} payBy={actions.payBy} />}
      <NextButtons onNext={actions.next} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}
