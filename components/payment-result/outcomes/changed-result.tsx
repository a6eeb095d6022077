"use client";

import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { NextButtons } from "../next-buttons.tsx";
import { ReceiptTiles } from "../print/receipt-tiles.tsx";
import { ResultAmount } from "../result-amount.tsx";
import { ResultColumns } from "../result-frame.tsx";
import { restCents } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";
import { OrderNote } from "./order-note.tsx";

/** An approved payment that was voided, given back or returned since: nothing of it is left to collect here, but other payments of its order may stay. */
export function ChangedResult({ attempt, actions }: ResultProps) {
  const { transaction, amountCents = 0, currency: code } = attempt;
  const rest = transaction?.result_code === "P" ? restCents(attempt) : 0;
  const approved = amountCents - rest;
  const money = (cents: number) => formatMoney(cents, { code });
  return (
    <ResultColumns
      side={transaction?.key && <ReceiptTiles transactionKey={transaction.key} attempt={attempt} />}
    >
      <ResultAmount attempt={attempt} cents={approved} />
      <Facts>
        <Fact label="At first">
          {rest > 0 ? `${money(approved)} of ${money(amountCents)} approved` : "Approved"}
        </Fact>
        {transaction?.refnum && <Fact label="Reference">{transaction.refnum}</Fact>}
        <Fact label="Invoice">{transaction?.invoice}</Fact>
      </Facts>
      <OrderNote attempt={attempt} />
      <NextButtons onNext={actions.next} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}
