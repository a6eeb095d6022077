import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { rowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";
import type { EventGaps } from "#lib/webhook-event.ts";

/** Approved commands whose event should have come and did not. */
export function GapPanel({ gaps: { since, count, isCut, shown }, now }: { gaps: EventGaps; now: number }) {
  const { timeZone } = useMerchant();
  const moment = (at: number) => formatInstant(timeZone, at, now, { seconds: true });
  return (
    <Panel aria-label={t("Missing events")}>
      <PanelHead
        title={t("Missing events")}
        sub={isCut ? t("at least {count}", { count: formatCount(count) }) : formatCount(count)}
      />
      <PanelSection>
        <p className="text-13 text-muted">
          {t(
            "Approved here since {moment}, but no event came within 15 minutes. The payments are recorded as the gateway reported them. If there are many, check the address and the signature key in the gateway's webhook settings.",
            { moment: moment(since) },
          )}
        </p>
      </PanelSection>
      <Table label={t("Missing events")} cards={2}>
        <TableHead>
          <Th>{t("Answered")}</Th>
          <Th>{t("What")}</Th>
          <Th>{t("Event")}</Th>
          <Th drop="m">{t("Transaction")}</Th>
        </TableHead>
        <TableBody>
          {shown.map(({ attempt, reference, command, event, key, at }) => (
            <Tr key={attempt}>
              <Td place="full" className="whitespace-nowrap">
                <Link href={paths.attempt(attempt)} className={rowLink}>
                  {moment(at)}
                </Link>
              </Td>
              <Td place="full">{`${commandNouns[command]}, ${reference}`}</Td>
              <Td place="full" className="wrap-anywhere">
                {event}
              </Td>
              <Td drop="m">
                {key && (
                  <Link href={paths.transaction(key)} className="relative font-mono">
                    {key}
                  </Link>
                )}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
      {count > shown.length && (
        <PanelSection className="text-13 text-muted">
          {isCut
            ? t("The newest {events} of at least {count}.", {
                events: countOf(shown.length, "event"),
                count: formatCount(count),
              })
            : t("The newest {events} of {count}.", {
                events: countOf(shown.length, "event"),
                count: formatCount(count),
              })}
        </PanelSection>
      )}
    </Panel>
  );
}
