"use client";

import { useEffect, useRef } from "react";
import { QueuePanel } from "#components/payment-result/queue/queue-panel.tsx";
import { useQueue } from "#components/payment-result/queue/use-queue.ts";
import { useNow } from "#components/payment-result/use-now.ts";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import type { Wait } from "#lib/charge/stage.ts";
import { formatLatency } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { givesMoneyBack } from "#lib/gateway/commands.ts";

/** Replaces the form while the answer is on its way: what is happening, and for how long. */
export function WaitingPanel({ wait, waitMs }: { wait: Wait; waitMs: number }) {
  const now = useNow(100);
  const queued = useQueue(wait.attemptId);
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
              ? "We lost the connection to the console"
              : queued
                ? `Queued: ${whatIsDone(wait)}`
                : whatIsDone(wait)}
          </ResultBand>
        </div>
        {queued && <QueuePanel queued={queued} now={now ?? wait.since} />}
        {!queued && (
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-3 text-13 text-muted sm:px-6">
            {wait.lost ? (
              <>
                <span>{`${whatIsDone(wait)}. Checking whether it was recorded.`}</span>
                <span>Don't charge again. This payment is sent only once.</span>
              </>
            ) : (
              <>
                <span>Recorded, waiting for the gateway.</span>
                <span>{`Most answers come within 2 s. After ${Math.round(waitMs / 1000)} s we stop waiting and look for it.`}</span>
              </>
            )}
          </div>
        )}
      </Panel>
    </div>
  );
}

function whatIsDone({ command, amountCents, payer, currency: code }: Wait): string {
  if (amountCents === undefined) return `Saving ${payer}`;
  const sum = formatMoney(amountCents, { code });
  if (givesMoneyBack(command)) return `Sending ${sum} back to ${payer}`;
  if (command === "authonly") return `Authorizing ${sum} on ${payer}`;
  return command === "cash:sale" ? `Recording ${sum} in cash` : `Charging ${sum} to ${payer}`;
}
