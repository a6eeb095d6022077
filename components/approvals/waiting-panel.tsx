"use client";

import { useQuery } from "@tanstack/react-query";
import { HydratedButton } from "#components/ui/button/hydrated-button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Badge } from "#components/ui/status/badge.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { RequestToDecide } from "#lib/payments/approval-request.ts";
import type { MoneyLimit } from "#lib/permissions.ts";
import { approvalNewsQuery } from "#lib/queries/approvals.ts";
import { commandOf, sumOf } from "./request-labels.ts";

/** The requests of others, oldest first; the chosen one is decided beside the list. */
export function WaitingPanel({
  chosenId,
  onChoose,
}: {
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}) {
  const { data, error } = useQuery(approvalNewsQuery());
  const waiting = data?.toDecide ?? [];
  return (
    <Panel roomy aria-label={t("Waiting for you")}>
      <PanelHead
        title={
          <span className="inline-flex items-center gap-3">
            {t("Waiting for you")}
            {waiting.length > 0 && (
              <Badge count={waiting.length} label={t("{count} waiting", { count: waiting.length })} />
            )}
          </span>
        }
      >
        {waiting.length > 0 && <span className="max-sm:hidden">{t("Oldest first")}</span>}
      </PanelHead>
      {error && data && <StaleNote message={error.message} />}
      {!data ? (
        <div className="px-4 py-10 text-center">
          {error ? <p role="alert">{error.message}</p> : <Spinner>{t("Reading the requests")}</Spinner>}
        </div>
      ) : waiting.length === 0 ? (
        <EmptyState icon="approved" title={t("Nothing is waiting for you")}>
          {t(
            "When someone asks to go above their limit, the request is shown here and on every open page within a second.",
          )}
        </EmptyState>
      ) : (
        <ul aria-label={t("Requests, oldest first")}>
          {waiting.map((request) => (
            <WaitingItem
              key={request.id}
              request={request}
              isChosen={request.id === chosenId}
              now={data.now}
              onChoose={() => onChoose(request.id)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function WaitingItem({
  request,
  isChosen,
  now,
  onChoose,
}: {
  request: RequestToDecide;
  isChosen: boolean;
  /** By the console's clock, read again each second. */
  now: number;
  onChoose: () => void;
}) {
  const { paymentMethod, invoice, askedBy, askedAt, limit, over, problem } = request;
  return (
    <li className="border-line not-first:border-t">
      <HydratedButton
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cx(
          "flex w-full items-start gap-4 px-4 py-3 text-left hover:bg-sunken group-data-roomy/panel:sm:px-6",
          isChosen && "bg-accent-soft! shadow-[inset_3px_0_0_var(--accent)]",
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere">{`${commandOf(request)}, ${translate(paymentMethod)}`}</span>
          <span className="block text-13 text-muted wrap-anywhere">
            {[
              invoice && t("Invoice {invoice}.", { invoice }),
              limitOf(limit, over),
              problem && t("You can't decide this request."),
            ]
              .filter(Boolean)
              .join(" ")}
          </span>
          <span className="block text-13 text-muted wrap-anywhere">
            {t("{name}, waiting {duration}", {
              name: askedBy,
              duration: formatDuration((now - askedAt) / 1000),
            })}
          </span>
        </span>
        <span className="text-16 font-semibold tabular-nums">{sumOf(request)}</span>
      </HydratedButton>
    </li>
  );
}

/** Of the person who asks. */
const limitOf = ({ transactionCents = 0, dayCents = 0 }: MoneyLimit, over: RequestToDecide["over"]) =>
  over === "transaction"
    ? t("Limit {money} per transaction.", { money: formatMoney(transactionCents) })
    : t("Limit {money} per business day.", { money: formatMoney(dayCents) });
