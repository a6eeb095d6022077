import { businessDayBounds, businessDayOf } from "#lib/business-day.ts";
import type { DrawerPage, ShiftDetail, ShiftEvent } from "#lib/drawer/shift.ts";
import { may, type Role } from "#lib/permissions.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { listCashOutsideShifts, listOfShift } from "#server/payments/attempts/attempt-queries.ts";
import { businessClock } from "../business-clock.ts";
import { findGap } from "../record-counts.ts";
import { listCounts, listMovements, toPaymentEvent } from "./cash.ts";
import { compareShift } from "./compare.ts";
import { readPayOutLeft } from "./movements.ts";
import { readLeft } from "./open-shift.ts";
import { findReport } from "./reports.ts";
import {
  findLast,
  findOpen,
  findShift,
  listShifts,
  readOpenShifts,
  type ShiftRow,
  toShift,
} from "./shifts.ts";

type Viewer = { id: string; role: Role };

const historyLength = 50;

/** The cash drawer page for one user at one drawer. What should be in a drawer is in it only once that drawer was counted. */
export async function readDrawerPage(
  viewer: Viewer,
  drawer: string | undefined,
  before?: number,
): Promise<DrawerPage> {
  const { cashDrawers, drawerRequired } = env();
  const current = drawer && ((await findOpen(drawer)) ?? (await findLast(drawer, ["counted"])));
  const [open, left, outside, history] = await Promise.all([
    readOpenShifts(),
    drawer ? readLeft(db(), drawer) : undefined,
    readOutsideToday(),
    listShifts({
      before,
      limit: historyLength + 1,
      personId: may(viewer.role, "viewAllShifts") ? undefined : viewer.id,
    }),
  ]);
  return {
    drawers: cashDrawers.map((name) => ({
      name,
      open: open.find((shift) => shift.drawer === name && shift.state === "open"),
    })),
    drawer,
    current: current ? await toDetail(viewer, current) : undefined,
    left,
    toleranceCents: env().drawerToleranceCents,
    outside,
    history: history.slice(0, historyLength),
    older: history.length > historyLength ? history[historyLength - 1]?.number : undefined,
    required: drawerRequired,
    gap: may(viewer.role, "viewAllShifts") ? await findGap("drawer report") : undefined,
  };
}

/** One shift; undefined when it is unknown, or when it is closed and somebody else's and the user may not see everyone's. */
export async function readShift(viewer: Viewer, number: number): Promise<ShiftDetail | undefined> {
  const row = await findShift(number);
  if (!row) return undefined;
  if (row.state === "closed" && !may(viewer.role, "viewAllShifts")) {
    const [own] = await listShifts({ before: number + 1, limit: 1, personId: viewer.id });
    if (own?.number !== number) return undefined;
  }
  return await toDetail(viewer, row);
}

async function toDetail({ role }: Viewer, row: ShiftRow): Promise<ShiftDetail> {
  const [lines, compared, payOutLeftCents, report] = await Promise.all([
    // Those who may count it must not add it up before.
    readLines(row, { isBlind: row.state === "open" && may(role, "useDrawer") }),
    row.state === "counted" ? compareShift(db(), row) : undefined,
    row.state === "open" ? readPayOutLeft(db(), row.number) : undefined,
    row.state === "closed" ? findReport(row.number) : undefined,
  ]);
  const { cash: _, movements: _m, stored: _s, ...comparison } = compared ?? {};
  return {
    shift: toShift(row),
    lines,
    comparison:
      "sums" in comparison
        ? { ...comparison, canRecount: comparison.laterFloatCents === undefined }
        : undefined,
    payOutLeftCents,
    report,
  };
}

/** What happened in a shift, the newest first. Counts have amounts once it is closed; `isBlind` hides those of payments. */
async function readLines(row: ShiftRow, { isBlind }: { isBlind: boolean }): Promise<ShiftEvent[]> {
  const [payments, movements, counts] = await Promise.all([
    listOfShift(db(), row.number),
    listMovements(db(), row.number),
    listCounts(db(), row.number),
  ]);
  const lines: ShiftEvent[] = [
    {
      id: "opened",
      at: row.opened_at,
      kind: "opened",
      by: row.opened_by_name,
      cents: row.float_cents,
      ...toFloatChange(row),
    },
    ...payments.map(toPaymentEvent).map((line) => (isBlind ? { ...line, cents: undefined } : line)),
    ...movements.map(({ id, at, kind, user_name: by, reason, cents, approved_by_name: approvedBy }) => ({
      id,
      at,
      kind,
      by,
      reason,
      ...(approvedBy && { approvedBy }),
      cents: kind === "paidIn" ? cents : -cents,
    })),
    ...counts.map(({ id, at, user_name: by, total_cents: cents }) => ({
      id,
      at,
      kind: "count" as const,
      by,
      cents: row.state === "closed" ? cents : undefined,
    })),
  ];
  return lines.sort((a, b) => b.at - a.at);
}

function toFloatChange({
  left_cents: leftCents,
  float_reason: reason,
  float_approved_by_name: approvedBy,
}: ShiftRow): Pick<ShiftEvent, "leftCents" | "reason" | "approvedBy"> {
  if (leftCents === null || reason === null) return {};
  return { leftCents, reason, ...(approvedBy !== null && { approvedBy }) };
}

async function readOutsideToday(): Promise<DrawerPage["outside"]> {
  const clock = businessClock();
  const { from, until } = businessDayBounds(clock, businessDayOf(clock, Date.now()));
  const rows = await listCashOutsideShifts(from, until);
  return rows
    .map((row) => ({ ...toPaymentEvent(row), drawer: row.drawer ?? undefined }))
    .filter(({ outcome }) => outcome !== "none")
    .reverse();
}
