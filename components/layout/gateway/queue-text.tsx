import { countOf } from "#lib/format/counts.ts";
import { formatDuration } from "#lib/format/durations.ts";
import type { GatewayPulse } from "#lib/gateway-report.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";

/** How long a payment that is sent now would be queued, and why. */
export function QueueText({ pulse: { queue, pausedMs, limitText } }: { pulse: NonNullable<GatewayPulse> }) {
  const due =
    queue.paymentDueMs < 500
      ? t("Payments go straight through.")
      : t("A payment sent now waits about {duration}.", { duration: secondsOf(queue.paymentDueMs) });
  return (
    <div className="grid gap-1 text-13 text-muted">
      {limitText && <p className="text-warning">{translate(limitText)}</p>}
      {pausedMs !== undefined && !limitText && (
        <p className="text-warning">
          {t(
            "The gateway answered that its limit is full. Payments and pages wait {duration}; nothing is lost.",
            { duration: secondsOf(pausedMs) },
          )}
        </p>
      )}
      <p>
        {queue.waiting > 0 &&
          (queue.waiting === 1
            ? t("1 request waits, {payments} among them.", { payments: countOf(queue.payments, "payment") })
            : t("{requests} wait, {payments} among them.", {
                requests: countOf(queue.waiting, "request"),
                payments: countOf(queue.payments, "payment"),
              }))}
        {queue.waiting > 0 && " "}
        {due}
      </p>
    </div>
  );
}

const secondsOf = (ms: number) => formatDuration(Math.ceil(ms / 1000));
