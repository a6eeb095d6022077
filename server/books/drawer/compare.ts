import type { Kysely } from "kysely";
import { expectedCash } from "#lib/drawer/cash-sums.ts";
import type { ApprovalReason, Comparison } from "#lib/drawer/shift.ts";
import type { Database } from "#server/db/database.ts";
import { env } from "#server/env.ts";
import { listOfShift } from "#server/payments/attempts/attempt-queries.ts";
import { listCounts, listMovements, type ShiftCash, sumCash } from "./cash.ts";
import type { ShiftRow } from "./shifts.ts";

type Reader = Pick<Kysely<Database>, "selectFrom">;

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
    approval: approvalReasons(overShortCents, cash.unknown.length),
  };
}

function approvalReasons(overShortCents: number, unknown: number): ApprovalReason[] {
  return [
    ...(Math.abs(overShortCents) > env().drawerToleranceCents ? (["tolerance"] as const) : []),
    ...(unknown > 0 ? (["unknown"] as const) : []),
  ];
}
