"use client";

import { PanelHead } from "#components/ui/panel.tsx";
import { State } from "#components/ui/state.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { commands } from "#lib/gateway/commands.ts";
import { merchantClock } from "./merchant-clock.ts";
import { Steps } from "./steps.tsx";
import { useNow } from "./use-now.ts";

/** Where a lost answer is sought, what would settle it, and what has happened so far. */
export function Evidence({ attempt, timeZone }: { attempt: Attempt; timeZone: string }) {
  const last = attempt.steps.findLast((step) => step.kind === "looked");
  const lookedAt = last ? formatTime(merchantClock(timeZone, last.at), { seconds: true }) : "not yet";
  return (
    <div className="border-t border-line">
      <PanelHead title="Evidence" sub="only evidence decides, never time">
        <NextLook at={attempt.nextLookAt} />
      </PanelHead>
      <Table label="Evidence" cards={2}>
        <TableHead>
          <Th>Where we look</Th>
          <Th>What would settle it</Th>
          <Th>Found so far</Th>
          <Th numeric>Looked at</Th>
        </TableHead>
        <TableBody>
          {placesFor(attempt).map(({ where, what }) => (
            <Tr key={where}>
              <Td place="lead">
                <b>{where}</b>
              </Td>
              <Td place="full" className="text-muted">
                {what}
              </Td>
              <Td place="full">
                <State tone="unknown" icon="pending">
                  Nothing yet
                </State>
              </Td>
              <Td numeric place="amount" className="text-faint">
                {lookedAt}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
      <div className="rounded-b-[7px] border-t border-line bg-sunken p-4 sm:px-6">
        <Steps attempt={attempt} timeZone={timeZone} />
      </div>
    </div>
  );
}

function NextLook({ at }: { at: number | undefined }) {
  const now = useNow();
  if (now === undefined || at === undefined) return null;
  const seconds = Math.ceil((at - now) / 1000);
  return (
    <State tone="accent" icon="running">
      {seconds > 0 ? `Next look in ${seconds} s` : "Looking now"}
    </State>
  );
}

function placesFor({ command, tender, reference }: Attempt): { where: string; what: string }[] {
  if (commands[command].reference === "none")
    return [{ where: "The payment it acts on", what: "Its state, compared with the state before" }];
  const ours = `A transaction carrying our reference ${reference}`;
  const isCard = tender === "card" || tender === "token";
  return [
    { where: "The gateway's latest transactions", what: ours },
    ...(isCard && command !== "authonly" ? [{ where: "The open batch", what: ours }] : []),
  ];
}
