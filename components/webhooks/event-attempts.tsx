import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { attemptAppearance } from "#components/payment-result/attempt-appearance.ts";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { commandNouns } from "#lib/payments/command-nouns.ts";

/** What this console did to the event's transaction; nothing where it did nothing. */
export function EventAttempts({ attempts, now }: { attempts: readonly Attempt[]; now: number }) {
  const { timeZone } = useMerchant();
  if (attempts.length === 0) return null;
  return (
    <Panel aria-label={t("Done through this console")}>
      <PanelHead title={t("Done through this console")} />
      <Table label={t("Attempts")} cards={2}>
        <TableHead>
          <Th>{t("Attempt")}</Th>
          <Th>{t("What")}</Th>
          <Th>{t("Outcome")}</Th>
          <Th drop="m">{t("How it is known")}</Th>
        </TableHead>
        <TableBody>
          {attempts.map((attempt) => {
            const { tone, icon, word } = attemptAppearance(attempt);
            return (
              <Tr key={attempt.id}>
                <Td place="full" className="whitespace-nowrap">
                  <Link href={paths.attempt(attempt.id)} className="inline-block font-semibold">
                    {attempt.reference}
                  </Link>
                </Td>
                <Td place="full">
                  {commandNouns[attempt.command]},{" "}
                  {formatInstant(timeZone, attempt.preparedAt, now, { seconds: true })}
                </Td>
                <Td place="full">
                  <StatusLabel tone={tone} icon={icon} wraps>
                    {word || t("approved")}
                  </StatusLabel>
                </Td>
                <Td drop="m" className="text-muted">
                  {attempt.state === "answered"
                    ? t("By its answer")
                    : translate(attempt.problem?.message ?? "")}
                </Td>
              </Tr>
            );
          })}
        </TableBody>
      </Table>
    </Panel>
  );
}
