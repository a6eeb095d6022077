import type { DaySignature } from "#lib/day-end/day-end.ts";
import type { SignedReport } from "#lib/day-end/signed-report.ts";
import { db } from "#server/db/db.ts";
import type { SignedDayRow } from "#server/db/tables/books/signed-days.ts";

/** The signatures of a day, the newest first. */
export async function listSignatures(day: string): Promise<DaySignature[]> {
  const rows = await db()
    .selectFrom("signed_days")
    .selectAll()
    .where("day", "=", day)
    .orderBy("revision", "desc")
    .execute();
  return rows.map(toSignature);
}

export async function findReport(
  number: number,
): Promise<{ report: SignedReport; hash: string; day: string } | undefined> {
  const row = await db()
    .selectFrom("signed_days")
    .select(["report", "hash", "day"])
    .where("number", "=", number)
    .executeTakeFirst();
  return row && { report: JSON.parse(row.report), hash: row.hash, day: row.day };
}

/** Adds a signature with the next number. False when the day has one of this revision already. */
export async function addSignature(sign: (number: number) => SignedDayRow, mostTries = 20): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { last } = await db()
      .selectFrom("signed_days")
      .select((eb) => eb.fn.max<number | null>("number").as("last"))
      .executeTakeFirstOrThrow();
    const row = sign((last ?? 0) + 1);
    const { numInsertedOrUpdatedRows } = await db()
      .insertInto("signed_days")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return true;
    const [newest] = await listSignatures(row.day);
    // Else another day took the number.
    if ((newest?.revision ?? 0) >= row.revision) return false;
  }
  throw new Error("The signed day got no number.");
}

const toSignature = (row: SignedDayRow): DaySignature => ({
  number: row.number,
  revision: row.revision,
  by: row.signed_by,
  at: row.signed_at,
  note: row.note,
  figures: JSON.parse(row.figures),
  fingerprint: row.fingerprint,
  left: JSON.parse(row.left_open),
  hash: row.hash,
});
