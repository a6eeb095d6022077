import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { countOf } from "#lib/format/counts.ts";
import { formatAge, formatDuration, formatLatency } from "#lib/format/durations.ts";
import type { GatewayReport, HostReport } from "#lib/gateway-report.ts";
import { t, translated } from "#lib/language/t.ts";

/** The gateway's hosts in order of preference, with their status. */
export function HostsPanel({ report: { hosts, readAt } }: { report: GatewayReport }) {
  return (
    <Panel aria-label={t("Hosts")}>
      <PanelHead title={t("Hosts")} sub={countOf(hosts.length, "address", "addresses")} />
      <ul>
        {hosts.map((host) => (
          <li
            key={host.host}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">{host.host}</span>
            <span className="text-13">
              <HostState host={host} now={readAt} isOnly={hosts.length === 1} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function HostState({ host, now, isOnly }: { host: HostReport; now: number; isOnly: boolean }) {
  const { state, answeredAt, latencyMs, lastFailure, lookAt = 0 } = host;
  if (state === "new")
    return (
      <StatusLabel tone="neutral" icon="unknown">
        {t("Not contacted yet")}
      </StatusLabel>
    );
  if (state === "works")
    return (
      <StatusLabel tone="approved" icon="approved">
        {latencyMs === undefined
          ? t("Answered {age}", { age: formatAge((now - (answeredAt ?? now)) / 1000) })
          : t("Answered {age}, in {latency}", {
              age: formatAge((now - (answeredAt ?? now)) / 1000),
              latency: formatLatency(latencyMs),
            })}
      </StatusLabel>
    );
  // The only host is tried with every request.
  const again =
    lookAt > now && !isOnly
      ? t("next probe in {duration}", { duration: formatDuration((lookAt - now) / 1000) })
      : t("tried again with the next request");
  return (
    <StatusLabel tone="declined" icon="declined">
      {t("Failed: {reason}, {retry}", {
        reason: failureLabels[lastFailure ?? ""] ?? lastFailure ?? t("a failure"),
        retry: again,
      })}
    </StatusLabel>
  );
}

const failureLabels: Record<string, string> = translated("*", {
  refused: "the connection was refused",
  "not-found": "its address was not found",
  unreachable: "it could not be reached",
  "connect-timeout": "couldn't connect in time",
  timeout: "no response in time",
  reset: "the connection was lost",
  incomplete: "the response was incomplete",
  unreadable: "the response could not be read",
});
