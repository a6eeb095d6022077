import Link from "next/link";
import { useMerchant } from "#components/layout/merchant.tsx";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { State } from "#components/ui/status/state.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { movementLabels } from "#lib/drawer/cash-sums.ts";
import type { DrawerLine } from "#lib/drawer/shift.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";

/** What happened in a shift, the newest first. `isBlind`: its payments have no amounts yet. */
export function ActivityPanel({
  lines,
  now,
  isBlind = false,
}: {
  lines: readonly DrawerLine[];
  now: number;
  isBlind?: boolean;
}) {
  return (
    <Panel aria-label="Drawer activity">
      <PanelHead title="Drawer activity" sub={formatCount(lines.length)}>
        <span className="text-faint">Every line is kept</span>
      </PanelHead>
      <LineTable label="Drawer activity" lines={lines} now={now} />
      {isBlind && (
        <p className="border-t border-line px-4 py-3 text-13 text-muted">
          The amounts of payments, and the total, stay hidden until the drawer is counted.
        </p>
      )}
    </Panel>
  );
}

/** Lines of a drawer. */
export function LineTable({
  label,
  lines,
  now,
}: {
  label: string;
  lines: readonly (DrawerLine & { drawer?: string | undefined })[];
  now: number;
}) {
  const { timeZone } = useMerchant();
  const hasDrawers = lines.some((line) => "drawer" in line);
  return (
    <Table label={label} cards={2}>
      <TableHead>
        <Th>Type</Th>
        <Th>Details</Th>
        {hasDrawers && <Th>Drawer</Th>}
        <Th drop="m">Who</Th>
        <Th>Time</Th>
        <Th numeric>Amount</Th>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <Tr key={`${line.kind} ${line.id}`}>
            <Td place="lead">
              <State tone="neutral" icon={kinds[line.kind].icon}>
                {kinds[line.kind].label}
              </State>
            </Td>
            <Td place="full" className="text-muted wrap-anywhere">
              <Details line={line} />
            </Td>
            {hasDrawers && (
              <Td label="Drawer" className="text-muted wrap-anywhere">
                {line.drawer ?? "None"}
              </Td>
            )}
            <Td drop="m" className="text-13 text-muted wrap-anywhere">
              {line.by}
            </Td>
            <Td {...(hasDrawers && { label: "Time" })} className="whitespace-nowrap text-muted">
              {formatInstant(timeZone, line.at, now)}
            </Td>
            <Td numeric place="amount" className="font-semibold">
              {line.cents !== undefined ? (
                <span className={line.outcome === "none" ? "font-normal text-faint line-through" : undefined}>
                  {formatMoney(line.cents, { currency: false, code: line.currency })}
                </span>
              ) : (
                line.attemptId && <span className="font-normal text-faint">Hidden</span>
              )}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function Details({ line }: { line: DrawerLine }) {
  const text = line.text ?? (line.attemptId ? "Walk-in" : undefined);
  const href = line.transactionKey
    ? paths.transaction(line.transactionKey)
    : line.attemptId && paths.attempt(line.attemptId);
  return (
    <>
      {href ? <Link href={href}>{text}</Link> : text}
      {line.currency !== undefined && " Other currency, not in the drawer's sums"}
      {line.outcome && (
        <span className="ml-2 inline-block">
          <State tone={outcomes[line.outcome].tone} icon={outcomes[line.outcome].icon}>
            {outcomes[line.outcome].label}
          </State>
        </span>
      )}
    </>
  );
}

const kinds: Record<DrawerLine["kind"], { label: string; icon: IconName }> = {
  opened: { label: "Opened", icon: "unlock" },
  sale: { label: "Cash sale", icon: "cash" },
  refund: { label: "Cash refund", icon: "refund" },
  paidIn: { label: movementLabels.paidIn, icon: "download" },
  paidOut: { label: movementLabels.paidOut, icon: "out" },
  drop: { label: movementLabels.drop, icon: "lock" },
  count: { label: "Counted", icon: "equal" },
};

const outcomes = {
  sending: { label: "Being sent", tone: "accent", icon: "running" },
  unknown: { label: "Answer lost", tone: "unknown", icon: "unknown" },
  none: { label: "Not recorded", tone: "neutral", icon: "void" },
} as const satisfies Record<NonNullable<DrawerLine["outcome"]>, object>;
