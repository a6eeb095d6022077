"use client";

import { cx } from "#components/ui/cx.ts";
import { onDemand } from "#components/ui/on-demand.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { GatewayPulse } from "#lib/gateway-report.ts";
import { t } from "#lib/language/t.ts";
import { type GatewayHealth, GatewayStatus } from "./gateway-status.tsx";
import { usePulse } from "./use-pulse.ts";

const GatewayDetails = onDemand(
  () => import("./gateway-details.tsx").then((module) => module.GatewayDetails),
  <Spinner>{t("Loading the details")}</Spinner>,
);

/** Slower than this, a clerk notices. */
const slowMs = 3000;

/** A short status of the gateway and the shared limit; opens the details. */
export function GatewayIndicator() {
  const { pulse = null, isError } = usePulse();
  const state = isError ? "unknown" : toHealth(pulse);
  return (
    <Popover
      label={t("Gateway")}
      align="end"
      button={{
        className: cx(
          // Of all in the header it gives way first, so far that no fraction of a pixel is left to shorten a title.
          "flex h-8 min-w-7 shrink-[99999] items-center gap-2 overflow-hidden rounded-md px-1.5 text-13 whitespace-nowrap text-muted hover:bg-hover max-sm:h-11",
          (state === "ok" || state === "unknown") && "max-sm:hidden",
        ),
        children: (
          <>
            <GatewayStatus compact state={state} latencyMs={pulse?.latencyMs} />
            {pulse?.minute && (
              <span className="min-w-0 truncate text-faint max-lg:sr-only">
                {tx("{used} of {limit} requests{reserved}", {
                  used: pulse.minute.used,
                  limit: pulse.minute.limit,
                  reserved: <span className="sr-only"> {t("used this minute")}</span>,
                })}
                {pulse.queue.waiting > 0 && t(", {waiting} queued", { waiting: pulse.queue.waiting })}
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
