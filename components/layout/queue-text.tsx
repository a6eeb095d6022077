import { countOf } from "#lib/format/counts.ts";
import { formatDuration } from "#lib/format/durations.ts";
import type { GatewayPulse } from "#lib/gateway-report.ts";

/** How long a payment that is sent now would stand in line, and why. */
export function RowLabels({ pulse: { line, pausedMs, limitText } }: { pulse: NonNullable<GatewayPulse> }) {
  const due =
    line.paymentDueMs < 500
      ? "Payments go straight through."
      : `A payment sent now waits about ${secondsOf(line.paymentDueMs)}.`;
  return (
    <div className="grid gap-1 text-13 text-muted">
      {limitText && <p className="text-warning">{limitText}</p>}
      {pausedMs !== undefined && !limitText && (
        <p className="text-warning">
          {`The gateway's limit is full. All desks wait ${secondsOf(pausedMs)}; nothing is lost.`}
        </p>
      )}
      <p>
        {line.waiting > 0 &&
          `${countOf(line.waiting, "request waits", "requests wait")}, ${countOf(line.payments, "payment")} among them. `}
        {due}
      </p>
    </div>
  );
}

const secondsOf = (ms: number) => formatDuration(Math.ceil(ms / 1000));
