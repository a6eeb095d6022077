"use client";

import type { ReactNode } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { batchNumber } from "#lib/batches/batch-name.ts";
import { formatDay, formatRecent } from "#lib/format/dates.ts";
import { formatDecimal, formatMoney } from "#lib/format/money.ts";
import { originalCents } from "#lib/forms/follow-up.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { toCents } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { type RefundedPayment, type RefundTotals, toSentRefunds } from "#lib/payments/refund-totals.ts";
import {
  hasAppearance,
  isRefund,
  isUndone,
  kindOf,
  paymentMethodOf,
  phaseOf,
  stateOf,
} from "#lib/payments/transaction-labels.ts";
import { refundedText } from "../outcome/outcome-labels.ts";
import { overRefund } from "./over-refund.ts";

/** The amount, the payment method, the state and when it settles; the actions are below. `now` is a gateway moment. */
export function AmountPanel({
  transaction,
  batch,
  now,
  refundTotals: counted,
  refunded,
  balanceNote,
  children,
}: {
  transaction: TransactionDetail;
  batch: Batch | undefined;
  now: string;
  refundTotals: RefundTotals | undefined;
  refunded: RefundedPayment | undefined;
  /** What is still to collect of the order, where this payment was approved in part. */
  balanceNote?: ReactNode;
  children: ReactNode;
}) {
  const cents = originalCents(transaction);
  const name = transaction.creditcard?.cardholder;
  const partial = partlyApproved(transaction);
  const refundTotals = counted && toSentRefunds(counted);
  const over = refundTotals && overRefund(transaction, refundTotals);
  return (
    <Panel roomy aria-label={t("Payment")}>
      <PanelSection size="l">
        <div className="flex items-start justify-between gap-x-6 gap-y-2 max-sm:flex-col">
          <div className="min-w-0">
            {cents === undefined && transaction.amount && (
              <p className="text-44">{formatDecimal(transaction.amount, { code: transaction.currency })}</p>
            )}
            {cents !== undefined && (
              <p>
                <Amount
                  cents={isRefund(transaction) ? -cents : cents}
                  code={transaction.currency}
                  size="xl"
                />
              </p>
            )}
            {refundTotals && refundTotals.refundedCents > 0 && (
              <Refunded refundTotals={refundTotals} code={transaction.currency} />
            )}
            {counted && counted.waitingCents > 0 && (
              <p className="text-muted">
                {t("{money} waiting to be sent", {
                  money: formatMoney(counted.waitingCents, { code: transaction.currency }),
                })}
              </p>
            )}
            {isRefund(transaction) && <RefundOf payment={refunded} code={transaction.currency} />}
            <p className="text-16 text-muted wrap-anywhere">
              {[paymentMethodOf(transaction), name].filter(Boolean).join(", ")}
            </p>
          </div>
          <div className="sm:shrink-0 sm:text-right">
            <StateChip transaction={transaction} refundTotals={refundTotals} />
            <p className="mt-1.5 text-13 text-muted">
              <Settling transaction={transaction} batch={batch} now={now} />
            </p>
            <p className="text-13 text-faint">
              {[
                kindOf(transaction),
                transaction.created &&
                  formatRecent(transaction.created, now, { today: "today ", seconds: true }),
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
          </div>
        </div>
        {transaction.error && (
          <p className="mt-3 text-muted">
            {t("The gateway says: {error}.", { error: translate(transaction.error) })}
          </p>
        )}
        {partial && <p className="mt-3 text-muted">{partial}</p>}
        {balanceNote && <div className="mt-3 empty:hidden">{balanceNote}</div>}
        {over && (
          <div className="mt-3">
            <Note tone="warning" role="status">
              {over}
            </Note>
          </div>
        )}
      </PanelSection>
      <PanelSection size="l" className="print:hidden">
        {children}
      </PanelSection>
    </Panel>
  );
}

function Refunded({ refundTotals, code }: { refundTotals: RefundTotals; code: string | undefined }) {
  const { unconfirmedCents } = refundTotals;
  return (
    <p className="font-semibold">
      {refundedText(refundTotals, code)}
      {unconfirmedCents > 0 && (
        <span className="font-normal text-muted">
          {t(", {money} of the refunds not confirmed yet", {
            money: formatMoney(unconfirmedCents, { code }),
          })}
        </span>
      )}
    </p>
  );
}

/** Which payment a refund gave money back of. */
function RefundOf({ payment, code }: { payment: RefundedPayment | undefined; code: string | undefined }) {
  if (!payment) return <p className="text-muted">{t("Not tied to a payment that is known here")}</p>;
  const { key, cents } = payment;
  return (
    <p className="font-semibold">
      {tx("Refund of {link}", {
        link: (
          <Link href={paths.transaction(key)}>
            {cents === undefined
              ? t("the payment")
              : t("the payment of {money}", { money: formatMoney(cents, { code }) })}
          </Link>
        ),
      })}{" "}
      <span className="font-mono text-13 font-normal text-muted">{key}</span>
    </p>
  );
}

function StateChip({
  transaction,
  refundTotals,
}: {
  transaction: TransactionDetail;
  refundTotals: RefundTotals | undefined;
}) {
  const { tone, icon, word } = stateOf(transaction, refundTotals);
  return (
    <StatusLabel chip tone={tone} icon={icon} wraps>
      {word}
    </StatusLabel>
  );
}

/** The name of a batch, as the person knows it. */
function batchName(batch: Pick<Batch, "sequence" | "batchrefnum" | "key">) {
  return t("batch {batchNumber}", { batchNumber: batchNumber(batch) }).trim();
}

function Settling({
  transaction,
  batch,
  now,
}: {
  transaction: TransactionDetail;
  batch: Batch | undefined;
  now: string;
}): ReactNode {
  const phase = phaseOf(transaction);
  if (phase === "authorized") return t("On hold, in no batch until it is captured");
  const reference = transaction.batch;
  if (!reference?.key) return checkDates(transaction);
  const link = <Link href={paths.batch(reference.key)}>{batchName({ ...batch, ...reference })}</Link>;
  if (phase === "settled")
    return batch?.closed
      ? tx("Settled {date} with {link}", {
          date: formatRecent(batch.closed, now, { today: "today " }),
          link,
        })
      : tx("Settled with {link}", { link });
  if (phase === "pending" && batch?.status === "open" && batch.scheduled)
    return (
      <>
        {tx("Settles {date} with {link}", {
          date: formatRecent(batch.scheduled, now, { today: "today " }),
          link,
        })}
      </>
    );
  return tx("In {link}", { link });
}

/** A check that is voided or held for review takes no effect on the day that its answer named. */
function checkDates(transaction: TransactionDetail): string | null {
  const { check } = transaction;
  const phase = phaseOf(transaction);
  if (check?.returned) return t("Returned {day}", { day: formatDay(check.returned.slice(0, 10)) });
  if (phase === "held") return t("Not sent to the bank until it is released");
  if (hasAppearance(phase) && isUndone(phase)) return null;
  if (check?.settled) return t("Settled {day}", { day: formatDay(check.settled.slice(0, 10)) });
  return check?.effective ? t("Takes effect {day}", { day: formatDay(check.effective.slice(0, 10)) }) : null;
}

function partlyApproved({
  result_code,
  amount,
  auth_amount,
  currency: code,
}: TransactionDetail): string | undefined {
  const asked = toCents(amount ?? "");
  const approved = toCents(auth_amount ?? "");
  if (result_code !== "P" || asked === null || approved === null || asked === approved) return undefined;
  return t("Asked for {money}, approved {money2}. The rest isn't part of this payment.", {
    money: formatMoney(asked, { code }),
    money2: formatMoney(approved, { code }),
  });
}
