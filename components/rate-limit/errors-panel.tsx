import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatAge } from "#lib/format/durations.ts";
import type { GatewayReport } from "#lib/gateway-report.ts";

/** The latest requests without a usable answer. */
export function ErrorsPanel({ report: { errors, readAt } }: { report: GatewayReport }) {
  return (
    <Panel aria-label="Last errors">
      <PanelHead title="Last errors" {...(errors.length > 0 && { sub: `the newest ${errors.length}` })} />
      {errors.length === 0 ? (
        <EmptyState icon="approved" title="No errors">
          A request that is lost, refused for the limit, or answered with a fault is listed here.
        </EmptyState>
      ) : (
        <Table label="Last errors" cards={2}>
          <TableHead>
            <Th>When</Th>
            <Th>What</Th>
            <Th>Host</Th>
            <Th>Outcome</Th>
          </TableHead>
          <TableBody>
            {errors.map((error, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two errors of one moment differ only in their position
              <Tr key={`${error.at}-${place}`}>
                <Td place="lead">{formatAge((readAt - error.at) / 1000)}</Td>
                <Td place="amount">{error.what}</Td>
                <Td label="Host" className="wrap-anywhere">
                  {error.host}
                </Td>
                <Td label="Outcome">{error.outcome}</Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}
