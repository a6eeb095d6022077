import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { denominations, type Pieces } from "#lib/drawer/denominations.ts";
import type { ZReport } from "#lib/drawer/report.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { lockName } from "#server/sql/lock.ts";
import type { Compared } from "./compare.ts";
import type { ShiftRow } from "./shifts.ts";

/** What the person who closes it adds to the figures. */
type Conclusion = { reason: string; nextFloatCents: number };

/**
 * Stores the Z report of a shift that is being closed, with the next number and the hash of the report before, and the
 * shift's result. Returns the number.
 */
export async function writeReport(
  store: Transaction<Database>,
  shift: ShiftRow,
  compared: Compared,
  closing: Conclusion,
): Promise<number> {
  await lockName<Database>(store, "drawer-reports");
  const last = await store
    .selectFrom("drawer_reports")
    .select(["number", "hash"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  const figures = JSON.stringify(
    toReport(shift, compared, closing, { number, previous: last?.hash ?? null }),
  );
  await store
    .insertInto("drawer_reports")
    .values({ number, shift: shift.number, figures, hash: hashOf(figures) })
    .execute();
  await store
    .updateTable("drawer_shifts")
    .set({
      report: number,
      counted_cents: compared.countedCents,
      expected_cents: compared.expectedCents,
    })
    .where("number", "=", shift.number)
    .execute();
  return number;
}

/** The Z report of a shift as it was stored. `isIntact` is false when its figures no longer match their hash. */
export async function findReport(
  shift: number,
): Promise<{ figures: ZReport; hash: string; isIntact: boolean } | undefined> {
  const row = await db()
    .selectFrom("drawer_reports")
    .selectAll()
    .where("shift", "=", shift)
    .executeTakeFirst();
  if (!row) return undefined;
  const figures: ZReport = JSON.parse(row.figures);
  return {
    figures,
    hash: row.hash,
    isIntact: hashOf(row.figures) === row.hash && figures.number === row.number,
  };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

function toReport(
  shift: ShiftRow,
  { cash, movements, stored, sums, expectedCents, countedCents, overShortCents }: Compared,
  { reason, nextFloatCents }: Conclusion,
  { number, previous }: { number: number; previous: string | null },
): ZReport {
  const pieces: Pieces = JSON.parse(stored.at(-1)?.pieces ?? "{}");
  return {
    number,
    previousHash: previous,
    shift: shift.number,
    drawer: shift.drawer,
    merchant: env().merchantName,
    currency: ownCurrency,
    openedAt: shift.opened_at,
    openedBy: shift.opened_by_name,
    closedAt: shift.closed_at ?? Date.now(),
    closedBy: shift.closed_by_name ?? "",
    floatCents: shift.float_cents,
    ...(shift.left_cents !== null &&
      shift.float_reason !== null && {
        floatChange: {
          leftCents: shift.left_cents,
          reason: shift.float_reason,
          approvedBy: shift.float_approved_by_name,
        },
      }),
    sums,
    movements: movements.map(({ kind, cents, reason: why, at, user_name: by, approved_by_name }) => ({
      kind,
      cents,
      reason: why,
      at,
      by,
      ...(approved_by_name !== null && { approvedBy: approved_by_name }),
    })),
    expectedCents,
    counts: stored.map(({ at, user_name: by, total_cents: cents }) => ({ at, by, cents })),
    pieces: denominations
      .map(({ id, label, cents }) => ({ label, count: pieces[id] ?? 0, cents: (pieces[id] ?? 0) * cents }))
      .filter(({ count }) => count > 0),
    countedCents,
    overShortCents,
    reason,
    approvedBy: shift.approved_by_name,
    unknown: cash.unknown.map(({ reference, isRefund, cents, by }) => ({ reference, isRefund, cents, by })),
    otherCurrencies: cash.otherCurrencies,
    nextFloatCents,
    toSafeCents: countedCents - nextFloatCents,
  };
}
