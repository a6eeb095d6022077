import Link from "next/link";
import { useMerchant } from "#components/layout/merchant.tsx";
import { attemptAppearance } from "#components/payment-result/attempt-appearance.ts";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { State } from "#components/ui/status/state.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { commands } from "#lib/gateway/commands.ts";
import { paths } from "#lib/paths.ts";

/** What this console did to the event's transaction; nothing where it did nothing. */
export function EventAttempts({ attempts, now }: { attempts: readonly Attempt[]; now: number }) {
  const { timeZone } = useMerchant();
  if (attempts.length === 0) return null;
  return (
    <Panel aria-label="Done through this console">
      <PanelHead title="Done through this console" />
      <Table label="Attempts" cards={2}>
        <TableHead>
          <Th>Attempt</Th>
          <Th>What</Th>
          <Th>Outcome</Th>
          <Th drop="m">How it is known</Th>
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
                  {commands[attempt.command].label},{" "}
                  {formatInstant(timeZone, attempt.preparedAt, now, { seconds: true })}
                </Td>
                <Td place="full">
                  <State tone={tone} icon={icon} wraps>
                    {word || "approved"}
                  </State>
                </Td>
                <Td drop="m" className="text-muted">
                  {attempt.state === "answered" ? "By its answer" : attempt.problem?.message}
                </Td>
              </Tr>
            );
          })}
        </TableBody>
      </Table>
    </Panel>
  );
}
