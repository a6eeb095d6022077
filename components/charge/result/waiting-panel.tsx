"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { QueuePanel } from "#components/payment-result/queue/queue-panel.tsx";
import { useQueue } from "#components/payment-result/queue/use-queue.ts";
import { useNow } from "#components/payment-result/use-now.ts";
import { onDemand } from "#components/ui/on-demand.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import type { Wait } from "#lib/charge/stage.ts";
import { formatLatency } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { givesMoneyBack } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { attemptQuery } from "#lib/queries/attempts.ts";

const WaitingRefund = onDemand(() => import("./waiting-refund.tsx").then((module) => module.WaitingRefund));

/** Replaces the form while the answer is on its way: what is happening, and for how long. */
export function WaitingPanel({ wait }: { wait: Wait }) {
  const { waitMs } = useMerchant();
  const now = useNow(100);
  const queued = useQueue(wait.attemptId);
  const { data: attempt, dataUpdatedAt } = useQuery({ ...attemptQuery(wait.attemptId), enabled: false });
  const delayed = attempt?.delayed;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div ref={panel} tabIndex={-1} className="scroll-mt-20 outline-none">
      <Panel as="div" roomy aria-busy="true">
        <div role="status">
          <ResultBand
            tone="accent"
            icon="running"
            end={
              <span role="timer" aria-live="off" className="text-20 text-ink">
                {formatLatency(Math.max(0, (now ?? wait.since) - wait.since))}
              </span>
            }
          >
            {wait.lost
              ? t("We lost the connection to the console")
              : delayed
                ? t("Not sent yet. It can still be stopped.")
                : queued
                  ? t("Queued: {action}", { action: whatIsDone(wait) })
                  : whatIsDone(wait)}
          </ResultBand>
        </div>
        {delayed && (
          <WaitingRefund
            what={whatWaits(wait)}
            delayedRefund={{ id: wait.attemptId, ...delayed }}
            seenAt={dataUpdatedAt}
          />
        )}
        {!delayed && queued && <QueuePanel queued={queued} now={now ?? wait.since} />}
        {!delayed && !queued && (
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-3 text-13 text-muted sm:px-6">
            {wait.lost ? (
              <>
                <span>{t("{action}. Checking whether it was recorded.", { action: whatIsDone(wait) })}</span>
                <span>{t("Don't charge again. This payment is sent only once.")}</span>
              </>
            ) : (
              <>
                <span>{t("Waiting for the answer.")}</span>
                <span>
                  {t("Most answers arrive within 2 s. After {seconds} s, we stop waiting and look it up.", {
                    seconds: Math.round(waitMs / 1000),
                  })}
                </span>
              </>
            )}
          </div>
        )}
      </Panel>
    </div>
  );
}

const whatWaits = ({ amountCents, paymentMethod, currency: code }: Wait) =>
  amountCents === undefined
    ? t("to {payer}", { payer: translate(paymentMethod) })
    : t("{money} back to {payer}", {
        money: formatMoney(amountCents, { code }),
        payer: translate(paymentMethod),
      });

function whatIsDone({ command, amountCents, paymentMethod: named, currency: code }: Wait): string {
  const paymentMethod = translate(named);
  if (amountCents === undefined) return t("Saving {payer}", { payer: paymentMethod });
  const sum = formatMoney(amountCents, { code });
  if (givesMoneyBack(command)) return t("Sending {sum} back to {payer}", { sum, payer: paymentMethod });
  if (command === "authonly") return t("Authorizing {sum} on {payer}", { sum, payer: paymentMethod });
  return command === "cash:sale"
    ? t("Recording {sum} in cash", { sum })
    : t("Charging {sum} to {payer}", { sum, payer: paymentMethod });
}
