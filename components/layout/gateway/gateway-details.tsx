import { Gauge } from "#components/ui/chart/gauge.tsx";
import { formatCount } from "#lib/format/counts.ts";
import type { GatewayPulse } from "#lib/gateway-report.ts";
import { t } from "#lib/language/t.ts";
import { reservedPerMinute } from "#lib/rate-limit.ts";
import { type GatewayHealth, GatewayStatus } from "./gateway-status.tsx";
import { QueueText } from "./queue-text.tsx";

/** The state of the gateway and of the shared limit, in full. */
export function GatewayDetails({ state, pulse }: { state: GatewayHealth; pulse: GatewayPulse }) {
  return (
    <div className="grid gap-3">
      <GatewayStatus state={state} latencyMs={pulse?.latencyMs} />
      {state === "down" && (
        <p className="text-muted">
          {t(
            "The last request did not reach the gateway. Payments can't be taken until it responds. Nothing that was sent is lost.",
          )}
        </p>
      )}
      {state === "lost" && (
        <p className="text-muted">
          {t(
            "The outcome of the last payment is unknown. The console is looking it up. Other requests are answered.",
          )}
        </p>
      )}
      {pulse?.minute ? (
        <div className="grid gap-1.5">
          <p className="flex justify-between">
            <span className="text-muted">{t("This minute, all workstations")}</span>
            {spent(pulse.minute)}
          </p>
          {pulse.minute.limit <= 90 && (
            <Gauge
              total={pulse.minute.limit}
              used={pulse.minute.used}
              kept={reservedPerMinute("person", pulse.minute.limit)}
              label={t("{spent} used", { spent: spent(pulse.minute) })}
            />
          )}
        </div>
      ) : (
        <p className="text-muted">{t("No request limit.")}</p>
      )}
      {pulse?.day && (
        <p className="flex justify-between">
          <span className="text-muted">{t("Today")}</span>
          {spent(pulse.day)}
        </p>
      )}
      {pulse && <QueueText pulse={pulse} />}
    </div>
  );
}

const spent = ({ used, limit }: { used: number; limit: number }) =>
  t("{count} of {count2}", { count: formatCount(used), count2: formatCount(limit) });
