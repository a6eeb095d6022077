"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { Notices } from "#components/payment-result/notices/notices.tsx";
import { ResolvedNote } from "#components/payment-result/queue/resolved-note.tsx";
import { cashLines } from "#components/receipts/receipt-lines.ts";
import { ReceiptPanel } from "#components/receipts/receipt-panel.tsx";
import { dialogOnDemand, onDemand, usePreload } from "#components/ui/on-demand.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatRecent } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { originalCents } from "#lib/forms/follow-up.ts";
import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { RefundedPayment, RefundTotals } from "#lib/payments/refund-totals.ts";
import type { RelatedPayment } from "#lib/payments/related-payment.ts";
import { kindOf, paymentMethodOf, tenderOf } from "#lib/payments/transaction-labels.ts";
import { freshTransactionQuery, historyQuery, transactionQuery } from "#lib/queries/transactions.ts";
import { momentIn } from "#lib/time.ts";
import { ActionPanel } from "./action/action-panel.tsx";
import { expiredText } from "./action/expired.ts";
import { toOffers, undoDeadline } from "./action/offers.ts";
import { SaveCardTile } from "./action/save-card-tile.tsx";
import { AmountPanel } from "./amounts/amount-panel.tsx";
import { BalanceNote } from "./balance-note.tsx";
import { Deadline } from "./deadline.tsx";
import { LineItemsPanel } from "./details/line-items-panel.tsx";
import { RelatedPanel } from "./details/related-panel.tsx";
import { toTimeline } from "./details/timeline.ts";
import { TimelinePanel } from "./details/timeline-panel.tsx";
import { VerificationPanel } from "./details/verification-panel.tsx";
import { findLater } from "./outcome/outcome-labels.ts";
import { OutcomePanel } from "./outcome/outcome-panel.tsx";
import { AgeNote, ReadNote } from "./read-note.tsx";
import { UnavailableTransaction } from "./unavailable-transaction.tsx";
import { useActions, useBatchOf } from "./use-payment.ts";
import { usePaymentActions } from "./use-payment-actions.ts";

const ActionDialog = dialogOnDemand(() =>
  import("./action/action-dialog.tsx").then((module) => module.ActionDialog),
);

const DetailsPanel = onDemand(() =>
  import("./details/details-panel.tsx").then((module) => module.DetailsPanel),
);

/** A transaction: what can be done with it, its receipt, and everything known about it. */
export function TransactionView({ transactionKey }: { transactionKey: string }) {
  const query = useQuery({
    ...transactionQuery(transactionKey),
    refetchInterval: ({ state }) =>
      state.data?.kind === "unavailable" || (state.data?.kind === "found" && state.data.stale)
        ? 15_000
        : false,
  });
  const { data } = query;
  // A later reading that fails does not take the page away: the page shows how old its data is.
  const [found, setFound] = useState(data?.kind === "found" ? data : undefined);
  if (data?.kind === "found" && data !== found) setFound(data);
  const client = useQueryClient();
  const reread = () => void client.fetchQuery(freshTransactionQuery(transactionKey)).catch(() => undefined);
  if (!found)
    return (
      <UnavailableTransaction
        message={data && "message" in data ? data.message : (query.error?.message ?? "")}
        reading={query.isFetching}
        onRetry={reread}
      />
    );
  const stale = data && data.kind !== "found" ? data.message : (query.error?.message ?? found.stale);
  return (
    <FoundTransaction
      transaction={found.value}
      readAt={found.readAt}
      refundTotals={found.refundTotals}
      refunded={found.refunded}
      related={found.related ?? []}
      ownKey={found.value.key ?? transactionKey}
      stale={stale}
      reading={query.isFetching}
      onReread={reread}
    />
  );
}

function FoundTransaction({
  transaction,
  readAt,
  refundTotals,
  refunded,
  related,
  ownKey,
  stale,
  reading,
  onReread,
}: {
  transaction: TransactionDetail;
  readAt: number;
  refundTotals: RefundTotals | undefined;
  refunded: RefundedPayment | undefined;
  related: readonly RelatedPayment[];
  ownKey: string;
  stale: string | undefined;
  reading: boolean;
  onReread: () => void;
}) {
  const { role, limits, timeZone } = useMerchant();
  const now = momentIn(timeZone, readAt);
  usePreload(ActionDialog);
  const attempts = useActions(ownKey);
  const { data: history } = useQuery(historyQuery(ownKey));
  const batch = useBatchOf(transaction);
  const { asked, setAsked, outcome, setOutcome, shut, resolved, refresh, done, repeat } = usePaymentActions(
    attempts,
    { ownKey, readAt, stale },
  );
  const offers = toOffers(transaction, { role, limits }, refundTotals?.leftCents);
  const madeBy = attempts.find(
    (attempt) => attempt.originalKey === undefined && attempt.transaction?.key === ownKey,
  );
  return (
    <>
      <ConsoleHeader
        title={titleOf(transaction)}
        trail={[{ href: paths.transactions(), label: t("Transactions") }]}
      />
      <PageContent>
        <div className="grid items-start gap-4 *:min-w-0 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]">
          <div className="grid gap-4 sm:gap-6">
            {outcome && (
              <OutcomePanel
                key={outcome.id}
                attempt={outcome}
                later={findLater(outcome, attempts)}
                ownKey={ownKey}
                transaction={transaction}
                onChange={refresh}
                onRepeat={(reason) => repeat(outcome, reason)}
                onDismiss={() => setOutcome(undefined)}
              />
            )}
            <Notices subject={{ transaction: ownKey }} now={readAt} />
            <AmountPanel
              transaction={transaction}
              batch={batch}
              now={now}
              refundTotals={refundTotals}
              refunded={refunded}
              balanceNote={madeBy && <BalanceNote attempt={madeBy} />}
            >
              <ActionPanel
                offers={offers}
                shut={shut}
                expired={expiredText(transaction, attempts, now)}
                note={<AgeNote readAt={readAt} stale={stale} reading={reading} onReread={onReread} />}
                resolved={
                  resolved && resolved.attemptId !== outcome?.id && <ResolvedNote resolved={resolved} />
                }
                deadline={<Deadline batch={batch} />}
                aside={
                  canSaveCard(transaction) && (
                    <SaveCardTile
                      paymentMethod={paymentMethodOf(transaction)}
                      transactionKey={ownKey}
                      onSent={refresh}
                    />
                  )
                }
                onAsk={setAsked}
              />
            </AmountPanel>
          </div>
          <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <ReceiptPanel
              transactionKey={ownKey}
              version={JSON.stringify(transaction)}
              email={transaction.customer_email}
              lines={cashLines(madeBy?.cash)}
            />
          </div>
          <Facts
            transaction={transaction}
            ownKey={ownKey}
            attempts={attempts}
            madeBy={madeBy}
            history={history}
            related={related}
            readAt={readAt}
          />
        </div>
        <ReadNote readAt={readAt} stale={stale} reading={reading} onReread={onReread} />
      </PageContent>
      {asked && (
        <ActionDialog
          offer={asked}
          transaction={transaction}
          transactionKey={ownKey}
          refundTotals={refundTotals}
          madeBy={madeBy}
          deadline={undoDeadline(asked.command, transaction, closesAt(batch, now))}
          isOffered={offers.offered.some(({ command, forbidden }) => command === asked.command && !forbidden)}
          whyNot={offers.missing.find(({ label }) => label === asked.label)?.why}
          onClose={() => setAsked(undefined)}
          onRefused={refresh}
          onDone={done}
        />
      )}
    </>
  );
}

/** What is known of it: how it was verified, what belongs to it, what happened to it, and all it holds. */
function Facts({
  transaction,
  ownKey,
  attempts,
  madeBy,
  history,
  related,
  readAt,
}: {
  transaction: TransactionDetail;
  ownKey: string;
  attempts: readonly Attempt[];
  /** The attempt that took the payment, where it is known. */
  madeBy: Attempt | undefined;
  history: Parameters<typeof toTimeline>[3];
  related: readonly RelatedPayment[];
  readAt: number;
}) {
  const { timeZone } = useMerchant();
  const now = momentIn(timeZone, readAt);
  return (
    <div className="grid gap-4 sm:gap-6 lg:col-start-1">
      <VerificationPanel transaction={transaction} sent={madeBy?.sentForVerification} />
      <RelatedPanel related={related} currency={transaction.currency} now={readAt} />
      <TimelinePanel happenings={toTimeline(transaction, attempts, timeZone, history)} now={now} />
      <LineItemsPanel transaction={transaction} />
      <DetailsPanel transaction={transaction} transactionKey={ownKey} />
    </div>
  );
}

function titleOf(transaction: TransactionDetail): string {
  const { invoice, currency } = transaction;
  if (invoice) return t("Invoice {invoice}", { invoice });
  const cents = originalCents(transaction);
  return [kindOf(transaction), cents !== undefined && formatMoney(cents, { code: currency })]
    .filter(Boolean)
    .join(" ");
}

/** A card that was approved can be kept; one that was declined may be anybody's. */
const canSaveCard = (transaction: TransactionDetail) =>
  tenderOf(transaction) === "card" && isApprovedCode(transaction.result_code);

const closesAt = (batch: Batch | undefined, now: string) =>
  batch?.status === "open" && batch.scheduled
    ? formatRecent(batch.scheduled, now, { today: "today " })
    : undefined;
