"use client";

import { Amount } from "#components/ui/amount.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { Quote } from "#components/ui/panel/quote.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paidCents } from "#lib/payments/order.ts";
import { NextButtons } from "../next-buttons.tsx";
import { OrderActions } from "../order/order-actions.tsx";
import { OrderSummary } from "../order/order-summary.tsx";
import { ReceiptTiles } from "../print/receipt-tiles.tsx";
import { ResultColumns } from "../result-frame.tsx";
import { isHeld, openCents, otherPayments, remainingCents } from "../result-kind.ts";
import type { ResultProps } from "../result-props.ts";
import { HeldNote } from "./approved-result.tsx";
import { CollectBalance } from "./collect-balance.tsx";

/** Part of the money moved: what is left of the order and how to collect it, or how to undo the part. */
export function PartialResult({ attempt, actions }: ResultProps) {
  const { transaction, paymentMethod, amountCents: asked = 0, currency: code } = attempt;
  const got = asked - remainingCents(attempt);
  const { payBy, next } = actions;
  const open = openCents(attempt);
  const total = attempt.current?.balance?.askedCents ?? asked;
  const balance = attempt.current?.balance;
  const paid = balance ? paidCents(balance) : got;
  const others = otherPayments(attempt);
  const held = isHeld(attempt);
  const money = (cents: number) => formatMoney(cents, { code });
  return (
    <ResultColumns
      side={
        <>
          {open > 0 && (
            <Quote title={t("Say to the customer")}>
              {others.length === 0
                ? t("Your card covered {money}. How would you like to pay the other {money2}?", {
                    money: money(got),
                    money2: money(open),
                  })
                : t("{money} of {money2} is paid. How would you like to pay the other {money3}?", {
                    money: money(paid),
                    money2: money(total),
                    money3: money(open),
                  })}
            </Quote>
          )}
          <OrderActions attempt={attempt} actions={actions} />
          {transaction?.key && <ReceiptTiles transactionKey={transaction.key} attempt={attempt} />}
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-x-10 gap-y-2">
        {open > 0 && (
          <div>
            <p className="text-muted">{t("Still to collect")}</p>
            <p>
              <Amount cents={open} code={code} size="xl" />
            </p>
          </div>
        )}
        <div className="sm:pb-2">
          <p className="text-muted">
            {held
              ? t("Held on {payer}", { payer: translate(paymentMethod) })
              : t("Approved on {payer}", { payer: translate(paymentMethod) })}
          </p>
          <p className="text-20 text-muted">
            <Amount cents={got} code={code} />{" "}
            <span className="text-faint">{t("of {money}", { money: money(asked) })}</span>
            {attempt.current?.cents !== undefined &&
              t(", {money} now", { money: money(attempt.current.cents) })}
          </p>
        </div>
      </div>
      <Bar
        size="l"
        label={
          held && others.length > 0
            ? t("{paid} of {total} held or collected", { paid: money(paid), total: money(total) })
            : held
              ? t("{paid} of {total} held", { paid: money(paid), total: money(total) })
              : t("{paid} of {total} collected", { paid: money(paid), total: money(total) })
        }
        shares={[{ tone: "approved", share: total > 0 ? paid / total : 0 }]}
      />
      {held && <HeldNote />}
      <OrderSummary attempt={attempt} />
      <CollectBalance attempt={attempt} payBy={payBy} />
      <NextButtons onNext={open === 0 ? next : undefined} transactionKey={transaction?.key} />
    </ResultColumns>
  );
}
