import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { State } from "#components/ui/status/state.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { WaitingPortion } from "#lib/deposits/deposits-view.ts";
import { sumOf } from "#lib/deposits/match/match.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { PortionLabel } from "./portion-label.tsx";

/** What closed batches still have to bring, the oldest first. */
export function WaitingPanel({
  waiting,
  unread,
  today,
}: {
  waiting: readonly WaitingPortion[];
  unread: number;
  today: string;
}) {
  // Cash is in the safe until someone takes it to the bank.
  const due = waiting.filter(({ part }) => part !== "cash");
  const cash = waiting.filter(({ part, currency }) => part === "cash" && currency === ownCurrency);
  const own = due.filter(({ currency }) => currency === ownCurrency);
  const hasFees = due.some(({ feeCents }) => feeCents !== 0);
  return (
    <Panel aria-label="Not in the bank yet">
      <PanelHead title="Not in the bank yet" sub={formatMoney(sumOf(own))}>
        {cash.length > 0 && <span>Cash not deposited {formatMoney(sumOf(cash))}</span>}
      </PanelHead>
      {due.length === 0 ? (
        <EmptyState icon="bank" title={unread > 0 ? "Batches are being read" : "Nothing is waiting"}>
          {unread > 0
            ? "What closed batches bring shows here once their transactions are read."
            : "Every closed batch that is followed here is in the bank."}
        </EmptyState>
      ) : (
        <Table label="Batches not in the bank yet" cards={2} dense>
          <TableHead>
            <Th>Batch</Th>
            <Th>Waiting since</Th>
            <Th>Due</Th>
            {hasFees && <Th numeric>Fee</Th>}
            <Th numeric>Amount</Th>
          </TableHead>
          <TableBody>
            {due.map((portion) => (
              <Row key={portion.id} portion={portion} hasFees={hasFees} today={today} />
            ))}
          </TableBody>
          <TableFoot>
            <Td place="lead">{countOf(own.length, "part of a batch", "parts of batches")}</Td>
            <Td drop="s" />
            <Td drop="s" />
            {hasFees && <Td drop="s" />}
            <Td numeric place="amount">
              {formatMoney(sumOf(own))}
            </Td>
          </TableFoot>
        </Table>
      )}
    </Panel>
  );
}

function Row({ portion, hasFees, today }: { portion: WaitingPortion; hasFees: boolean; today: string }) {
  const { closedDay, due, isLate, feeCents, cents, currency } = portion;
  return (
    <Tr>
      <Td place="lead">
        <PortionLabel portion={portion} />
      </Td>
      <Td label="Waiting since">{formatDay(closedDay, { weekday: true, year: false })}</Td>
      <Td label="Due">
        {isLate && due ? (
          <State tone="declined" icon="warning">
            Late, was {formatDay(due, { weekday: true, year: false })}
          </State>
        ) : due === today ? (
          "Today"
        ) : (
          due && formatDay(due, { weekday: true, year: false })
        )}
      </Td>
      {hasFees && (
        <Td numeric label="Fee" className="text-faint">
          {feeCents === 0 ? "" : formatMoney(-feeCents, { currency: false, code: currency })}
        </Td>
      )}
      <Td numeric place="amount">
        {formatMoney(cents, { currency: false, code: currency })}
      </Td>
    </Tr>
  );
}
