"use client";

import { useRouter } from "next/navigation";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Pager } from "#components/ui/table/pager.tsx";
import { rowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { overShortText } from "#lib/drawer/report.ts";
import type { DrawerPage, Shift } from "#lib/drawer/shift.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";

/** The shifts of all drawers, the newest first; of clerks, their own. */
export function HistoryPanel({
  page: { history, older },
  before,
  now,
}: {
  page: DrawerPage;
  before: number | undefined;
  now: number;
}) {
  const router = useRouter();
  const { role } = useMerchant();
  const seesAll = may(role, "viewAllShifts");
  return (
    <Panel aria-label={t("Shifts")}>
      <PanelHead title={seesAll ? t("Shifts") : t("Your shifts")} sub={t("newest first ~shifts")} />
      {history.length === 0 ? (
        <EmptyState icon="drawer" title={t("No shifts yet")}>
          {seesAll
            ? t(
                "A shift is listed here from the moment its drawer is opened, with its Z report once it is closed.",
              )
            : t("The shifts that you open, count or close are listed here, with their Z reports.")}
        </EmptyState>
      ) : (
        <Table label={t("Shifts")} cards={2}>
          <TableHead>
            <Th>{t("Shift")}</Th>
            <Th>{t("Drawer")}</Th>
            <Th>{t("Opened")}</Th>
            <Th drop="m">{t("Closed")}</Th>
            <Th numeric>{t("Counted")}</Th>
            <Th>{t("State")}</Th>
            <Th drop="m">{t("Approved")}</Th>
            <Th numeric>{t("Z report")}</Th>
          </TableHead>
          <TableBody>
            {history.map((shift) => (
              <ShiftRow key={shift.number} shift={shift} now={now} />
            ))}
          </TableBody>
        </Table>
      )}
      {(before !== undefined || older !== undefined) && (
        <Pager
          onNewer={before === undefined ? undefined : () => router.push(paths.drawer())}
          onOlder={older === undefined ? undefined : () => router.push(`${paths.drawer()}?before=${older}`)}
        >
          {before === undefined ? t("The newest shifts") : t("Before shift {before}", { before })}
        </Pager>
      )}
    </Panel>
  );
}

function ShiftRow({ shift, now }: { shift: Shift; now: number }) {
  const { timeZone } = useMerchant();
  const at = (moment: number | undefined) =>
    moment === undefined ? "" : formatInstant(timeZone, moment, now, { today: "today " });
  return (
    <Tr>
      <Td place="lead" className="whitespace-nowrap">
        <Link href={paths.drawerShift(shift.number)} className={rowLink}>
          {t("Shift {number}", { number: shift.number })}
        </Link>
      </Td>
      <Td label={t("Drawer")} className="wrap-anywhere">
        {shift.drawer}
      </Td>
      <Td
        label={t("Opened")}
        className="text-muted wrap-anywhere"
      >{`${at(shift.openedAt)}, ${shift.openedBy}`}</Td>
      <Td drop="m" className="text-muted wrap-anywhere">
        {shift.closedAt !== undefined && `${at(shift.closedAt)}, ${shift.closedBy}`}
      </Td>
      <Td numeric place="amount">
        {shift.countedCents !== undefined && formatMoney(shift.countedCents, { currency: false })}
      </Td>
      <Td label={t("State")}>
        <ShiftState shift={shift} />
      </Td>
      <Td drop="m" className="text-muted wrap-anywhere">
        {shift.approvedBy}
      </Td>
      <Td numeric label={t("Z report")}>
        {shift.report ?? <span className="text-faint sm:hidden">{t("None yet")}</span>}
      </Td>
    </Tr>
  );
}

/** Open, waiting to be closed, or closed with its result. */
function ShiftState({ shift: { state, overShortCents = 0 } }: { shift: Shift }) {
  if (state === "open")
    return (
      <StatusLabel tone="accent" icon="open">
        {t("Open")}
      </StatusLabel>
    );
  if (state === "counted")
    return (
      <StatusLabel tone="warning" icon="pending">
        {t("Counted, not closed")}
      </StatusLabel>
    );
  return (
    <StatusLabel
      tone={overShortCents === 0 ? "approved" : "warning"}
      icon={overShortCents === 0 ? "equal" : "differs"}
    >
      {overShortText(overShortCents, formatMoney)}
    </StatusLabel>
  );
}
