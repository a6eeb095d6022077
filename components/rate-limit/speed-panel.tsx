import { useQuery } from "@tanstack/react-query";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatLatency } from "#lib/format/durations.ts";
import { numberFormat } from "#lib/format/locale.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { speedQuery } from "#lib/queries/speed.ts";
import { p95Ms, type SpeedCounts, shareWithin100Ms, totalWaits } from "#lib/speed.ts";

/** How fast the console was at each workstation: from a key to the paint, and from a press to the result of a payment. */
export function SpeedPanel() {
  const { data: speeds, error } = useQuery(speedQuery());
  return (
    <Panel aria-label={t("Speed by workstation")}>
      <PanelHead title={t("Speed by workstation")} sub={t("last 7 days")} />
      {!speeds || speeds.length === 0 ? (
        <EmptyState
          icon={error ? "warning" : "server"}
          title={error ? t("The speed could not be read") : t("Nothing measured yet")}
        >
          {error
            ? translate(error.message)
            : t(
                "Each workstation measures how long its user waits after a key and for a result. It reports once a minute.",
              )}
        </EmptyState>
      ) : (
        <Table label={t("Speed by workstation")} cards={2}>
          <TableHead>
            <Th>{t("Workstation")}</Th>
            {columns.map(({ label }) => (
              <Th key={label} numeric>
                {label}
              </Th>
            ))}
          </TableHead>
          <TableBody>
            {speeds.map((speed) => (
              <Tr key={speed.workstation}>
                <Td place="lead">
                  {speed.workstation}{" "}
                  {speed.here && <span className="ml-1 text-13 text-muted">{t("this one")}</span>}
                </Td>
                {columns.map(({ label, kind, toText }) => (
                  <Td key={label} numeric label={label}>
                    {toText(speed[kind])}
                  </Td>
                ))}
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}

const none = "–";
const shareFormat = { style: "percent", maximumFractionDigits: 1 } as const;

function toShare(counts: SpeedCounts): string {
  const share = shareWithin100Ms(counts);
  // Rounded down: 100% is said of all of them only.
  return share === undefined ? none : numberFormat(shareFormat).format(Math.floor(share * 1000) / 1000);
}

function toP95(counts: SpeedCounts): string {
  const ms = p95Ms(counts);
  if (ms === undefined) return none;
  return ms === Number.POSITIVE_INFINITY
    ? t("over 5 s")
    : t("at most {latency}", { latency: formatLatency(ms) });
}

const toCount = (counts: SpeedCounts) => formatCount(totalWaits(counts));

const columns = translated(["label"], [
  { label: "Keys", kind: "key", toText: toCount },
  { label: "Under 100 ms", kind: "key", toText: toShare },
  { label: "95 of 100 keys", kind: "key", toText: toP95 },
  { label: "Results", kind: "result", toText: toCount },
  { label: "95 of 100 results", kind: "result", toText: toP95 },
] as const);
