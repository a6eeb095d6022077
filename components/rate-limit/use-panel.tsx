import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatLatency } from "#lib/format/durations.ts";
import type { GatewayReport, UseRow } from "#lib/gateway-report.ts";
import { keysOf } from "#lib/keys-of.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { toUseByCaller } from "./use-by-caller.ts";

/** Usage of the shared limit in the last hour, by users and by the console's background reads. */
export function UsePanel({ report }: { report: GatewayReport }) {
  const callers = toUseByCaller(report.use);
  const total = callers.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <Panel aria-label={t("Used in the last hour")}>
      <PanelHead title={t("Used in the last hour")} sub={countOf(total, "request")} />
      {callers.length === 0 ? (
        <EmptyState icon="server" title={t("No gateway requests")}>
          {t("Users who take a payment or open a page that reads the gateway are listed here for an hour.")}
        </EmptyState>
      ) : (
        <Table label={t("Used in the last hour, by person")} cards={3}>
          <TableHead>
            <Th>{t("Who")}</Th>
            {prioritiesInOrder.map((priority) => (
              <Th key={priority} numeric>
                {priorityLabels[priority]}
              </Th>
            ))}
            <Th numeric>{t("All")}</Th>
            <Th numeric drop="m">
              {t("In queue")}
            </Th>
            <Th numeric drop="m">
              {t("Answer")}
            </Th>
          </TableHead>
          <TableBody>
            {callers.map((caller) => (
              <Tr key={caller.id}>
                <Td place="lead" className="wrap-anywhere">
                  {translate(caller.name)}
                  {caller.failed > 0 && (
                    <span className="ml-2 text-13 text-warning">
                      {t("{count} failed", { count: formatCount(caller.failed) })}
                    </span>
                  )}
                </Td>
                {prioritiesInOrder.map((priority) => (
                  <Td key={priority} numeric label={priorityLabels[priority]}>
                    {formatCount(caller.byPriority[priority])}
                  </Td>
                ))}
                <Td numeric place="amount">
                  {formatCount(caller.requests)}
                </Td>
                <Td numeric drop="m">
                  {formatLatency(caller.queuedMs)}
                </Td>
                <Td numeric drop="m">
                  {formatLatency(caller.answerMs)}
                </Td>
              </Tr>
            ))}
          </TableBody>
          <TableFoot>
            <Td place="lead">{t("All")}</Td>
            {prioritiesInOrder.map((priority) => (
              <Td key={priority} numeric label={priorityLabels[priority]}>
                {formatCount(callers.reduce((sum, { byPriority }) => sum + byPriority[priority], 0))}
              </Td>
            ))}
            <Td numeric place="amount">
              {formatCount(total)}
            </Td>
            <Td numeric drop="m" />
            <Td numeric drop="m" />
          </TableFoot>
        </Table>
      )}
    </Panel>
  );
}

/** The priorities in their order, in a clerk's words. */
const priorityLabels = translated("*", {
  money: "Payments",
  resolve: "Outcome lookups",
  person: "Pages",
  background: "Background",
} as const satisfies Record<UseRow["priority"], string>);

const prioritiesInOrder = keysOf(priorityLabels);
