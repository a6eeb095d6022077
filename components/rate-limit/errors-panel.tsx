import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { capitalized } from "#lib/format/capitalized.ts";
import { formatAge } from "#lib/format/durations.ts";
import { failureLabel, requestLabel } from "#lib/gateway/request-labels.ts";
import type { GatewayReport } from "#lib/gateway-report.ts";
import { t } from "#lib/language/t.ts";

/** The latest requests without a usable answer. */
export function ErrorsPanel({ report: { errors, readAt } }: { report: GatewayReport }) {
  return (
    <Panel aria-label={t("Last errors")}>
      <PanelHead
        title={t("Last errors")}
        {...(errors.length > 0 && { sub: t("the newest {count}", { count: errors.length }) })}
      />
      {errors.length === 0 ? (
        <EmptyState icon="approved" title={t("No errors")}>
          {t(
            "Requests that are lost, refused because of the limit, or answered with an error are listed here.",
          )}
        </EmptyState>
      ) : (
        <Table label={t("Last errors")} cards={2}>
          <TableHead>
            <Th>{t("When")}</Th>
            <Th>{t("What")}</Th>
            <Th>{t("Host")}</Th>
            <Th>{t("Outcome")}</Th>
          </TableHead>
          <TableBody>
            {errors.map((error, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two errors of one moment differ only in their position
              <Tr key={`${error.at}-${place}`}>
                <Td place="lead">{formatAge((readAt - error.at) / 1000)}</Td>
                <Td place="amount">{requestLabel(error.what)}</Td>
                <Td label={t("Host")} className="wrap-anywhere">
                  {error.host}
                </Td>
                <Td label={t("Outcome")}>{capitalized(failureLabel(error.outcome))}</Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  );
}
