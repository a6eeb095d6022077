import type { Selectable, Transaction } from "kysely";
import type { Integrity } from "#lib/books/integrity.ts";
import { denominations, type Pieces } from "#lib/drawer/denominations.ts";
import type { ZReport } from "#lib/drawer/report.ts";
import type { StoredReport } from "#lib/drawer/shift.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { DrawerReportsTable } from "#server/db/tables/books/drawer-reports.ts";
import { env } from "#server/env.ts";
import { sha256Hex } from "#server/sha256.ts";
import { giveNumber } from "../record-counts.ts";
import { checkMac, isMac, macOf } from "../record-macs.ts";
import type { Compared } from "./compare.ts";
import type { ShiftRow } from "./shifts.ts";

type ReportRow = Selectable<DrawerReportsTable>;

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
  const number = await giveNumber(store, "drawer report");
  const last = await store
    .selectFrom("drawer_reports")
    .select("hash")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const figures = JSON.stringify(
    toReport(shift, compared, closing, { number, previous: last?.hash ?? null }),
  );
  await store
    .insertInto("drawer_reports")
    .values({ number, shift: shift.number, figures, hash: await macOf("drawer report", figures) })
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

/** The Z report of a shift as it was stored, and whether it is still what was sealed, in its place of the chain. */
export async function findReport(shift: number): Promise<StoredReport | undefined> {
  const row = await db()
    .selectFrom("drawer_reports")
    .selectAll()
    .where("shift", "=", shift)
    .executeTakeFirst();
  if (!row) return undefined;
  return { figures: JSON.parse(row.figures), hash: row.hash, integrity: await checkReport(row) };
}

async function checkReport(row: ReportRow): Promise<Integrity> {
  const figures: ZReport = JSON.parse(row.figures);
  const own = await checkOwn(row);
  const isInPlace = figures.number === row.number && figures.shift === row.shift;
  if (own === "changed" || !isInPlace) return "changed";
  const [before, after] = await Promise.all([findByNumber(row.number - 1), findByNumber(row.number + 1)]);
  const isChained =
    figures.previousHash === (row.number === 1 ? null : before?.hash) &&
    (after === undefined || (JSON.parse(after.figures) as ZReport).previousHash === row.hash); // as it was stored
  return isChained ? own : "changed";
}

/** A plain hash is that of an earlier version, and so never follows a MAC. */
async function checkOwn({ number, figures, hash }: ReportRow): Promise<Integrity> {
  if (isMac(hash)) return await checkMac("drawer report", figures, hash);
  const plain = sha256Hex(figures);
  const { withMac } = await db()
    .selectFrom("drawer_reports")
    .select(({ fn }) => fn.countAll<number>().as("withMac"))
    .where("number", "<", number)
    .where("hash", "like", "v1.%")
    .executeTakeFirstOrThrow();
  return plain === hash && Number(withMac) === 0 ? "unsealed" : "changed";
}

const findByNumber = (number: number): Promise<ReportRow | undefined> =>
  db().selectFrom("drawer_reports").selectAll().where("number", "=", number).executeTakeFirst();

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
