import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { rowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { InboxEvent } from "#lib/webhook-event.ts";
import { VerdictState } from "./verdict-state.tsx";

/** Events, newest first. Each links to its details. */
export function EventTable({ events, now }: { events: readonly InboxEvent[]; now: number }) {
  const { timeZone } = useMerchant();
  return (
    <Table label={t("Events")} cards={2}>
      <TableHead>
        <Th>{t("Received")}</Th>
        <Th>{t("Event")}</Th>
        <Th>{t("Verification")}</Th>
        <Th drop="m">{t("Transaction")}</Th>
        <Th drop="l" numeric>
          {t("Deliveries")}
        </Th>
      </TableHead>
      <TableBody>
        {events.map((event) => (
          <Tr key={event.id}>
            <Td place="full" className="whitespace-nowrap">
              <Link href={paths.webhook(event.id)} className={rowLink}>
                {formatInstant(timeZone, event.receivedAt, now, { seconds: true })}
              </Link>
            </Td>
            <Td place="full" className="wrap-anywhere">
              {event.type}
            </Td>
            <Td place="full">
              <VerdictState verdict={event.verdict} />
            </Td>
            <Td drop="m">
              {event.key && (
                <Link href={paths.transaction(event.key)} className="relative font-mono">
                  {event.key}
                </Link>
              )}
            </Td>
            <Td drop="l" numeric>
              {formatCount(event.deliveries)}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
