import { countOf } from "#lib/format/counts.ts";
import { formatDuration } from "#lib/format/durations.ts";
import type { GatewayPulse } from "#lib/gateway-report.ts";

/** How long a payment that is sent now would be queued, and why. */
export function QueueText({ pulse: { queue, pausedMs, limitText } }: { pulse: NonNullable<GatewayPulse> }) {
  const due =
    queue.paymentDueMs < 500
      ? "Payments go straight through."
      : `A payment sent now waits about ${secondsOf(queue.paymentDueMs)}.`;
  return (
    <div className="grid gap-1 text-13 text-muted">
      {limitText && <p className="text-warning">{limitText}</p>}
      {pausedMs !== undefined && !limitText && (
        <p className="text-warning">
          {`The gateway answered that its limit is full. Payments and pages wait ${secondsOf(pausedMs)}; nothing is lost.`}
        </p>
      )}
      <p>
        {queue.waiting > 0 &&
          `${countOf(queue.waiting, "request waits", "requests wait")}, ${countOf(queue.payments, "payment")} among them. `}
        {due}
      </p>
    </div>
  );
}

const secondsOf = (ms: number) => formatDuration(Math.ceil(ms / 1000));
