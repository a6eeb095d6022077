import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { movementLabels } from "#lib/drawer/cash-sums.ts";
import type { ShiftEvent } from "#lib/drawer/shift.ts";
import { shiftEventText } from "#lib/drawer/shift-event-text.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** What happened in a shift, the newest first. `isBlind`: its payments have no amounts yet. */
export function ActivityPanel({
  lines,
  now,
  isBlind = false,
}: {
  lines: readonly ShiftEvent[];
  now: number;
  isBlind?: boolean;
}) {
  return (
    <Panel aria-label={t("Drawer activity")}>
      <PanelHead title={t("Drawer activity")} sub={formatCount(lines.length)}>
        <span className="text-faint">{t("Every line is kept")}</span>
      </PanelHead>
      <LineTable label={t("Drawer activity")} lines={lines} now={now} />
      {isBlind && (
        <p className="border-t border-line px-4 py-3 text-13 text-muted">
          {t("The amounts of payments, and the total, stay hidden until the drawer is counted.")}
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
  lines: readonly (ShiftEvent & { drawer?: string | undefined })[];
  now: number;
}) {
  const { timeZone } = useMerchant();
  const hasDrawers = lines.some((line) => "drawer" in line);
  return (
    <Table label={label} cards={2}>
      <TableHead>
        <Th>{t("Type")}</Th>
        <Th>{t("Details")}</Th>
        {hasDrawers && <Th>{t("Drawer")}</Th>}
        <Th drop="tablet">{t("Who")}</Th>
        <Th>{t("Time")}</Th>
        <Th numeric>{t("Amount")}</Th>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <Tr key={`${line.kind} ${line.id}`}>
            <Td place="lead">
              <StatusLabel tone="neutral" icon={kinds[line.kind].icon}>
                {kinds[line.kind].label}
              </StatusLabel>
            </Td>
            <Td place="full" className="text-muted wrap-anywhere">
              <Details line={line} />
            </Td>
            {hasDrawers && (
              <Td label={t("Drawer")} className="text-muted wrap-anywhere">
                {line.drawer ?? t("None")}
              </Td>
            )}
            <Td label={t("Who")} drop="tablet" className="text-muted wrap-anywhere sm:text-13">
              {line.by}
            </Td>
            <Td label={t("Time")} className="whitespace-nowrap text-muted">
              {formatInstant(timeZone, line.at, now)}
            </Td>
            <Td numeric place="amount" className="font-semibold">
              {line.cents !== undefined ? (
                <span className={line.outcome === "none" ? "font-normal text-faint line-through" : undefined}>
                  {formatMoney(line.cents, { currency: false, code: line.currency })}
                </span>
              ) : (
                line.attemptId && <span className="font-normal text-faint">{t("Hidden")}</span>
              )}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function Details({ line }: { line: ShiftEvent }) {
  const text = shiftEventText(line);
  const href = line.transactionKey
    ? paths.transaction(line.transactionKey)
    : line.attemptId && paths.attempt(line.attemptId);
  return (
    <>
      {href ? <Link href={href}>{text}</Link> : text}
      {line.currency !== undefined && t(" Other currency, not in the drawer's sums")}
      {line.outcome && (
        <span className="ml-2 inline-block">
          <StatusLabel tone={outcomes[line.outcome].tone} icon={outcomes[line.outcome].icon}>
            {outcomes[line.outcome].label}
          </StatusLabel>
        </span>
      )}
    </>
  );
}

const kinds: Record<ShiftEvent["kind"], { label: string; icon: IconName }> = translated(["label"], {
  opened: { label: "Opened", icon: "unlock" },
  sale: { label: "Cash sale", icon: "cash" },
  refund: { label: "Cash refund", icon: "refund" },
  paidIn: { label: movementLabels.paidIn, icon: "download" },
  paidOut: { label: movementLabels.paidOut, icon: "out" },
  drop: { label: movementLabels.drop, icon: "lock" },
  count: { label: "Counted", icon: "equal" },
});

const outcomes = translated(["label"], {
  sending: { label: "Being sent", tone: "accent", icon: "running" },
  unknown: { label: "Outcome unknown", tone: "unknown", icon: "unknown" },
  none: { label: "Not recorded", tone: "neutral", icon: "void" },
} as const satisfies Record<NonNullable<ShiftEvent["outcome"]>, object>);
