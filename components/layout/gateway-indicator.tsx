"use client";

import { useQuery } from "@tanstack/react-query";
import { cx } from "#components/ui/cx.ts";
import { Gauge } from "#components/ui/gauge.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { formatCount } from "#lib/format/counts.ts";
import type { GatewayPulse } from "#lib/gateway-report.ts";
import { gatewayQuery } from "#lib/queries/gateway.ts";
import { reservedPerMinute } from "#lib/rate-limit.ts";
import { type GatewayHealth, GatewayStatus } from "./gateway-status.tsx";
import { QueueText } from "./queue-text.tsx";

/** Slower than this, a clerk notices. */
const slowMs = 3000;

/** A short status of the gateway and the shared limit; opens the details. */
export function GatewayIndicator() {
  const { data: pulse = null, isError } = useQuery(gatewayQuery());
  const state = isError ? "unknown" : toHealth(pulse);
  return (
    <Popover
      label="Gateway"
      align="end"
      button={{
        className: cx(
          "flex h-8 shrink-0 items-center gap-2 rounded-md px-1.5 text-13 text-muted hover:bg-hover max-sm:h-11",
          (state === "ok" || state === "unknown") && "max-sm:hidden",
        ),
        children: (
          <>
            <span className="overflow-hidden max-lg:w-4">
              <GatewayStatus state={state} latencyMs={pulse?.latencyMs} />
            </span>
            {pulse?.minute && (
              <span className="text-faint max-lg:sr-only">
                {pulse.minute.used} of {pulse.minute.limit} requests
                <span className="sr-only"> used this minute</span>
                {pulse.queue.waiting > 0 && `, ${pulse.queue.waiting} queued`}
              </span>
            )}
          </>
        ),
      }}
      className="w-[min(320px,calc(100vw-32px))] p-4 text-13"
    >
      {() => <GatewayDetails state={state} pulse={pulse} />}
    </Popover>
  );
}

function GatewayDetails({ state, pulse }: { state: GatewayHealth; pulse: GatewayPulse }) {
  return (
    <div className="grid gap-3">
      <GatewayStatus state={state} latencyMs={pulse?.latencyMs} />
      {state === "down" && (
        <p className="text-muted">
          The last request did not reach it. Payments cannot be taken until it answers; nothing that was sent
          is lost.
        </p>
      )}
      {state === "lost" && (
        <p className="text-muted">
          The last payment got no answer. The console is looking for it; other requests are answered.
        </p>
      )}
      {pulse?.minute ? (
        <div className="grid gap-1.5">
          <p className="flex justify-between">
            <span className="text-muted">This minute, all workstations</span>
            {spent(pulse.minute)}
          </p>
          {pulse.minute.limit <= 90 && (
            <Gauge
              total={pulse.minute.limit}
              used={pulse.minute.used}
              kept={reservedPerMinute("person", pulse.minute.limit)}
              label={`${spent(pulse.minute)} used`}
            />
          )}
        </div>
      ) : (
        <p className="text-muted">No request limit.</p>
      )}
      {pulse?.day && (
        <p className="flex justify-between">
          <span className="text-muted">Today</span>
          {spent(pulse.day)}
        </p>
      )}
      {pulse && <QueueText pulse={pulse} />}
    </div>
  );
}

function toHealth(pulse: GatewayPulse): GatewayHealth {
  if (!pulse) return "unknown";
  if (!pulse.reachable) return "down";
  if (pulse.paymentLost) return "lost";
  if (pulse.pausedMs !== undefined) return "full";
  return (pulse.latencyMs ?? 0) > slowMs ? "slow" : "ok";
}

const spent = ({ used, limit }: { used: number; limit: number }) =>
  `${formatCount(used)} of ${formatCount(limit)}`;
