import { expectedCash } from "#lib/drawer/cash-sums.ts";
import type { ApprovalReason, Comparison } from "#lib/drawer/shift.ts";
import { env } from "#server/env.ts";
import { listOfShift } from "#server/payments/attempts/attempt-queries.ts";
import { listCounts, listMovements, type ShiftCash, sumCash } from "./cash.ts";
import { findNext, type Reader, type ShiftRow } from "./shifts.ts";

/** A counted shift with all that its Z report is made from. */
export type Compared = Omit<Comparison, "canRecount"> & {
  cash: ShiftCash;
  movements: Awaited<ReturnType<typeof listMovements>>;
  stored: Awaited<ReturnType<typeof listCounts>>;
};

/** Works out what should be in a counted drawer, and compares it with the last count. Undefined before there is one. */
export async function compareShift(store: Reader, shift: ShiftRow): Promise<Compared | undefined> {
  const stored = await listCounts(store, shift.number);
  const last = stored.at(-1);
  if (!last) return undefined;
  const movements = await listMovements(store, shift.number);
  const cash = sumCash(await listOfShift(store, shift.number), movements);
  const expectedCents = expectedCash(shift.float_cents, cash.sums);
  const overShortCents = last.total_cents - expectedCents;
  return {
    cash,
    movements,
    stored,
    sums: cash.sums,
    expectedCents,
    countedCents: last.total_cents,
    overShortCents,
    counts: stored.map(({ id, at, user_id, user_name, total_cents }) => ({
      id,
      at,
      by: user_name,
      byId: user_id,
      cents: total_cents,
    })),
    unknown: cash.unknown,
    sending: cash.sending,
    toleranceCents: env().drawerToleranceCents,
    approval: approvalReasons(
      stored.map(({ total_cents }) => total_cents - expectedCents),
      cash.unknown.length,
    ),
    laterFloatCents: (await findNext(store, shift))?.float_cents,
  };
}

/** Any count beyond the tolerance takes an approval: after the first one the expected amount is known, and could be counted to. */
function approvalReasons(differences: readonly number[], unknown: number): ApprovalReason[] {
  const isBeyond = (cents: number | undefined) => Math.abs(cents ?? 0) > env().drawerToleranceCents;
  const reasons: ApprovalReason[] = [];
  if (isBeyond(differences.at(-1))) reasons.push("tolerance");
  else if (differences.some(isBeyond)) reasons.push("earlierCount");
  if (unknown > 0) reasons.push("unknown");
  return reasons;
}
