import { daysFrom } from "#lib/business-day.ts";
import type { ShownPortion } from "#lib/deposits/deposits-view.ts";
import { db } from "#server/db/db.ts";
import { toPortion } from "./portions.ts";

type Line = { day: string; cents: number; currency: string };
type PaidPart = { portion: ShownPortion; day: string };

/** As long before a deposit its batch may have closed. */
const farthestDays = 35;

/** Of bank lines that nothing explains: the part of a batch of that amount which another deposit pays, the latest. */
export async function findPaid(lines: readonly Line[]): Promise<(line: Line) => PaidPart | undefined> {
  const amounts = [...new Set(lines.map(({ cents }) => cents))];
  const rows =
    amounts.length === 0
      ? []
      : await db()
          .selectFrom("deposit_portions")
          .innerJoin("deposit_claims", "deposit_claims.portion_id", "deposit_portions.id")
          .innerJoin("deposits", "deposits.match_id", "deposit_claims.match_id")
          .selectAll("deposit_portions")
          .select("deposits.day as deposit_day")
          .where("deposit_portions.cents", "in", amounts)
          .orderBy("deposit_portions.closed_day", "desc")
          .execute();
  return ({ day, cents, currency }) => {
    const found = rows.find(
      (row) =>
        row.cents === cents &&
        row.currency === currency &&
        row.closed_day <= day &&
        row.closed_day >= daysFrom(day, -farthestDays),
    );
    return found && { portion: toPortion(found), day: found.deposit_day };
  };
}
