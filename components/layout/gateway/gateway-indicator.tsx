"use client";

import { useQuery } from "@tanstack/react-query";
import { cx } from "#components/ui/cx.ts";
import { onDemand } from "#components/ui/on-demand.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { GatewayPulse } from "#lib/gateway-report.ts";
import { gatewayQuery } from "#lib/queries/gateway.ts";
import { type GatewayHealth, GatewayStatus } from "./gateway-status.tsx";

const GatewayDetails = onDemand(
  () => import("./gateway-details.tsx").then((module) => module.GatewayDetails),
  <Spinner>Loading the details</Spinner>,
);

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

function toHealth(pulse: GatewayPulse): GatewayHealth {
  if (!pulse) return "unknown";
  if (!pulse.reachable) return "down";
  if (pulse.paymentLost) return "lost";
  if (pulse.pausedMs !== undefined) return "full";
  return (pulse.latencyMs ?? 0) > slowMs ? "slow" : "ok";
}
