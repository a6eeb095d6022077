import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { FixedSetting } from "#lib/settings/settings-page.ts";

/** What only the server's environment decides, with its variable and the reason. */
export function EnvironmentPanel({ fixed }: { fixed: readonly FixedSetting[] }) {
  return (
    <Panel roomy id="server" aria-label={t("Set on the server")} className="scroll-mt-20">
      <PanelHead title={t("Set on the server")} sub={t("needs a restart")} />
      <Table label={t("Set on the server")} cards={2}>
        <TableHead>
          <Th>{t("Setting")}</Th>
          <Th>{t("Value")}</Th>
          <Th>{t("Variable")}</Th>
          <Th drop="m">{t("Why not here")}</Th>
        </TableHead>
        <TableBody>
          {fixed.map(({ variable, label, value, why }) => (
            <Tr key={variable}>
              <Td place="lead" className="font-semibold">
                {translate(label)}
              </Td>
              <Td label={t("Value")} className="wrap-anywhere">
                {translate(value)}
              </Td>
              <Td label={t("Variable")} place="full">
                <span className="font-mono text-12 wrap-anywhere text-muted">{variable}</span>
              </Td>
              <Td label={t("Why not here")} drop="tablet" className="text-13 text-muted">
                {translate(why)}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}

/** One of them, beside the settings that are changed here. */
export function FixedRow({ fixed: { variable, label, value, why } }: { fixed: FixedSetting }) {
  return (
    <PanelSection className="grid border-t border-line gap-x-6 gap-y-2 lg:grid-cols-[220px_minmax(0,1fr)]">
      <div className="min-w-0">
        <h3>{translate(label)}</h3>
        <p className="text-13 text-faint">{t("Read only")}</p>
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <p className="wrap-anywhere">{translate(value)}</p>
        <p className="text-12 text-faint">
          {tx("{reason} Set by {name} on the server, which needs a restart.", {
            reason: translate(why),
            name: <span className="wrap-anywhere">{variable}</span>,
          })}
        </p>
      </div>
    </PanelSection>
  );
}
