"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { OrderSummary } from "#components/payment-result/order/order-summary.tsx";
import { openCents } from "#components/payment-result/result-kind.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { isOver, paidCents, partsOf } from "#lib/payments/order.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";

/**
 * Above a form that takes the rest of an order: which order, what is paid of it, and the way to an empty form. In place of
 * that form once there is no rest any more, as when it was collected at another workstation.
 */
export function OrderBalancePanel({
  completes,
  onLeave,
  onStartNew,
  onOver,
}: {
  completes: string;
  onLeave: () => void;
  onStartNew: () => void;
  /** Whether nothing is left to collect; false once another form is there. */
  onOver: (isOver: boolean) => void;
}) {
  const { data: attempt, error } = useQuery(attemptQuery(completes));
  const balance = attempt?.current?.balance;
  const hasNone = balance !== undefined && isOver(balance);
  useEffect(() => {
    onOver(hasNone);
    return () => onOver(false);
  }, [hasNone, onOver]);
  return (
    <section aria-label={t("Order being paid")}>
      <Panel as="div" roomy>
        <ResultBand
          {...(balance && isPaid(balance) ? paidBand : dueBand)}
          end={attempt && openCents(attempt) !== 0 && whichOf(attempt)}
        >
          {attempt ? titleOf(attempt) : t("The rest of an order")}
        </ResultBand>
        <div className="grid gap-4 p-4 sm:p-6">
          {attempt && <OrderSummary attempt={attempt} />}
          {!attempt && !error && <Spinner>{t("Reading the order")}</Spinner>}
          {!attempt && error && (
            <Note tone="warning" role="alert">
              {t("The order could not be read. What is charged here is still added to it.")}
            </Note>
          )}
          {hasNone ? (
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13 text-muted">
              <Button variant="primary" onClick={onLeave}>
                {t("Next customer")}
              </Button>
              {!isPaid(balance) && (
                <>
                  <Button onClick={onStartNew}>{t("Start a new payment")}</Button>
                  {t("Order and customer are kept; type the amount.")}
                </>
              )}
            </p>
          ) : (
            <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13 text-muted">
              <Button onClick={onLeave}>{t("Leave it for now")}</Button>
              <span className="min-w-0 flex-1 basis-60">
                {t("Opens an empty form for the next customer. The order waits under Attention.")}
              </span>
            </p>
          )}
        </div>
      </Panel>
    </section>
  );
}

const dueBand = { tone: "warning", icon: "partial" } as const;
const paidBand = { tone: "approved", icon: "approved" } as const;

const isPaid = (balance: OrderBalance) => isOver(balance) && paidCents(balance) >= balance.askedCents;

function titleOf(attempt: Attempt): string {
  const { current, currency: code } = attempt;
  const balance = current?.balance;
  const money = (cents: number) => formatMoney(cents, { code });
  const open = openCents(attempt);
  if (balance && (balance.closed?.as === "undone" || partsOf(balance).length === 0))
    return t("This order was undone: nothing is left to pay");
  const total = balance && money(balance.askedCents);
  if (balance && total && isPaid(balance)) return t("Paid in full: {total}", { total });
  if (balance && open === 0 && !isOver(balance)) return t("The rest may be paid already");
  if (open === 0) return t("Nothing is left to pay");
  return total
    ? t("{money} left to pay of {total}", { money: money(open), total })
    : t("{money} left to pay", { money: money(open) });
}

/** "Payment 2 of invoice 10482". */
function whichOf({ current, transaction }: Attempt): string {
  const place = (current?.balance ? partsOf(current.balance).length : 1) + 1;
  return transaction?.invoice
    ? t("Payment {place} of invoice {invoice}", { place, invoice: transaction.invoice })
    : t("Payment {place} of the order", { place });
}
