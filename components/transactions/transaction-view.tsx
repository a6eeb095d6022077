"use client";

import "#components/form/zod-without-eval.ts";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { merchantClock, secondsBetween } from "#components/attempts/merchant-clock.ts";
import { Notices } from "#components/attempts/notices.tsx";
import { useNow } from "#components/attempts/use-now.ts";
import { PageContent } from "#components/layout/page-content.tsx";
import { cashLines } from "#components/receipts/receipt-lines.ts";
import { ReceiptPanel } from "#components/receipts/receipt-panel.tsx";
import { ConsoleHeader } from "#components/shell/console-header.tsx";
import { State } from "#components/ui/state.tsx";
import { type Attempt, isSettling } from "#lib/attempt.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { originalCents, refundedCents } from "#lib/forms/follow-up.ts";
import type { Batch } from "#lib/gateway/batch.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { paths } from "#lib/paths.ts";
import type { Role } from "#lib/permissions.ts";
import { attemptKeys, attemptQuery, attemptsQuery } from "#lib/queries/attempts.ts";
import { batchQuery } from "#lib/queries/batches.ts";
import { freshTransactionQuery, transactionQuery } from "#lib/queries/transactions.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { ActionPanel } from "./action-panel.tsx";
import { AmountPanel } from "./amount-panel.tsx";
import { ChecksPanel } from "./checks-panel.tsx";
import { toDetails } from "./details.ts";
import { DetailsPanel } from "./details-panel.tsx";
import { LineItemsPanel } from "./line-items-panel.tsx";
import { type Offer, toOffers } from "./offers.ts";
import { OutcomePanel } from "./outcome-panel.tsx";
import { kindOf, phaseOf } from "./phase.ts";
import { ReadNote } from "./read-note.tsx";
import { toTimeline } from "./timeline.ts";
import { TimelinePanel } from "./timeline-panel.tsx";
import { UnavailableTransaction } from "./unavailable-transaction.tsx";

/** A transaction: what can be done with it, its receipt, and everything known about it. */
export function TransactionView({
  transactionKey,
  ...rest
}: {
  transactionKey: string;
  role: Role;
  timeZone: string;
}) {
  const query = useQuery({
    ...transactionQuery(transactionKey),
    refetchInterval: ({ state }) => (state.data?.kind === "unavailable" ? 15_000 : false),
  });
  const { data } = query;
  // A later reading that fails does not take the page away: it says how old what is shown is.
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
  const stale = data && data.kind !== "found" ? data.message : query.error?.message;
  return (
    <FoundTransaction
      {...rest}
      transaction={found.value}
      readAt={found.readAt}
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
  ownKey,
  stale,
  reading,
  onReread,
  role,
  timeZone,
}: {
  transaction: TransactionDetail;
  readAt: number;
  ownKey: string;
  stale: string | undefined;
  reading: boolean;
  onReread: () => void;
  role: Role;
  timeZone: string;
}) {
  const now = merchantClock(timeZone, readAt);
  const attempts = useAttempts(ownKey);
  const batch = useBatch(transaction);
  const [asked, setAsked] = useState<Offer>();
  const [outcome, setOutcome] = useState<Attempt>();
  const refresh = useRefresh(ownKey);
  const note = useNoteAttempt(ownKey);
  const cents = originalCents(transaction);
  const { invoice } = transaction;
  const madeBy = attempts.find(
    (attempt) => attempt.originalKey === undefined && attempt.transaction?.key === ownKey,
  );
  const title = invoice
    ? `Invoice ${invoice}`
    : [kindOf(transaction), cents !== undefined && formatMoney(cents, { code: transaction.currency })]
        .filter(Boolean)
        .join(" ");

  return (
    <>
      <ConsoleHeader title={title} trail={[{ href: paths.transactions(), label: "Transactions" }]} />
      <PageContent>
        <div className="grid items-start gap-4 *:min-w-0 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]">
          <div className="grid gap-4 sm:gap-6">
            {outcome && (
              <OutcomePanel
                key={outcome.id}
                attempt={outcome}
                ownKey={ownKey}
                role={role}
                onChange={refresh}
                onPutAway={() => setOutcome(undefined)}
              />
            )}
            <Notices subject={{ transaction: ownKey }} timeZone={timeZone} now={readAt} />
            <AmountPanel transaction={transaction} batch={batch} now={now}>
              <ActionPanel
                offers={toOffers(transaction, role)}
                busy={attempts.some(({ state, originalKey }) => originalKey === ownKey && isSettling(state))}
                deadline={<Deadline batch={batch} timeZone={timeZone} />}
                onAsk={setAsked}
              />
            </AmountPanel>
          </div>
          <div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <ReceiptPanel
              transactionKey={ownKey}
              version={versionOf(transaction)}
              email={transaction.customer_email}
              lines={cashLines(madeBy?.cash)}
            />
          </div>
          <div className="grid gap-4 sm:gap-6 lg:col-start-1">
            <ChecksPanel transaction={transaction} sent={madeBy?.sentForVerification} />
            <TimelinePanel happenings={toTimeline(transaction, attempts, timeZone)} now={now} />
            <LineItemsPanel transaction={transaction} />
            <DetailsPanel groups={toDetails(transaction)} />
          </div>
        </div>
        <ReadNote readAt={readAt} timeZone={timeZone} stale={stale} reading={reading} onReread={onReread} />
      </PageContent>
      {asked && (
        <ActionDialog
          offer={asked}
          transaction={transaction}
          transactionKey={ownKey}
          refundedCents={refundedCents(ownKey, attempts)}
          onClose={() => setAsked(undefined)}
          onRefused={refresh}
          onDone={(attempt) => {
            setAsked(undefined);
            setOutcome(attempt);
            note(attempt);
            refresh();
          }}
        />
      )}
    </>
  );
}

/** What this console did with the transaction; those with a story of lost answers come with their steps. */
function useAttempts(key: string): Attempt[] {
  const { data: listed = [] } = useQuery({
    ...attemptsQuery({ transaction: key }),
    refetchInterval: ({ state }) => (state.data?.some((one) => isSettling(one.state)) ? 2000 : false),
  });
  const withStory = listed.filter(({ state }) => state === "unknown" || state === "resolved");
  const stories = useQueries({ queries: withStory.map(({ id }) => attemptQuery(id)) });
  return listed.map((attempt) => stories.find(({ data }) => data?.id === attempt.id)?.data ?? attempt);
}

/** The batch of a transaction that may still settle or has settled, for its deadline and its day. */
function useBatch(transaction: TransactionDetail): Batch | undefined {
  const key = transaction.batch?.key;
  const phase = phaseOf(transaction);
  const matters = phase === "pending" || phase === "settled" || phase === "voided";
  const { data } = useQuery({ ...batchQuery(key ?? ""), enabled: key !== undefined && matters });
  return data?.kind === "found" ? data.value : undefined;
}

/** After an action everything it may have changed is read again. */
function useRefresh(key: string): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: transactionQuery(key).queryKey, exact: true });
    void client.invalidateQueries({ queryKey: [...attemptKeys.all, "list"] });
    void client.invalidateQueries({ queryKey: ["batches"] });
  }, [client, key]);
}

/** A new attempt counts at once: the next question must know of it before the list has been read again. */
function useNoteAttempt(key: string): (attempt: Attempt) => void {
  const client = useQueryClient();
  return (attempt) =>
    client.setQueryData(attemptsQuery({ transaction: key }).queryKey, (listed = []) => [
      attempt,
      ...listed.filter(({ id }) => id !== attempt.id),
    ]);
}

/** A receipt is read anew when what it says may have changed. */
function versionOf({ trantype_code, status_code, amount, auth_amount }: TransactionDetail): string {
  return [trantype_code, status_code, amount, auth_amount].join("|");
}

function Deadline({ batch, timeZone }: { batch: Batch | undefined; timeZone: string }) {
  const now = useNow(15_000);
  if (now === undefined || batch?.status !== "open" || !batch.scheduled || !batch.opened) return null;
  const clock = merchantClock(timeZone, now);
  const left = secondsBetween(clock, batch.scheduled);
  // Before its opening the gateway's clock is not ours, and no time left can be told.
  if (!(left > 0) || secondsBetween(batch.opened, clock) < -60) return null;
  return (
    <State tone="neutral" icon="clock">
      Batch closes in {left >= 120 ? formatDuration(left - (left % 60)) : formatDuration(left)}
    </State>
  );
}
