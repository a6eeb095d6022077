import { type Kysely, sql } from "kysely";
import { businessDayBounds, businessDayOf, daysFrom } from "#lib/business-day.ts";
import { checksOf, portionId } from "#lib/deposits/portion.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { businessClock } from "../business-clock.ts";

/** A check is funded or refused long before. */
const followedDays = 60;

/** Phases in which it is still open whether the bank pays it. */
const open: readonly Phase[] = ["pending", "submitted", "held"];

/**
 * Adds up the checks of each business day that are in no batch: those that are funded, less refunds. A day is expected at the
 * bank once none of its checks is open. Until a deposit claims it, it follows what becomes of its checks, such as a return.
 */
export async function addUpCheckDays(now = Date.now()): Promise<void> {
  const clock = businessClock();
  const today = businessDayOf(clock, now);
  const found = await readCheckDays(daysFrom(today, -followedDays), today);
  if (found.length === 0) return;
  const known = await readKnown(
    db(),
    found.map(({ id }) => id),
  );
  for (const { id, day, isOpen, currency, ...sums } of found) {
    const before = known.get(id);
    if (isOpen && !before) continue;
    if (before && before.cents === sums.cents && before.count === sums.count) continue;
    const columns = {
      cents: sums.cents,
      sales_cents: sums.salesCents,
      sales_count: sums.salesCount,
      count: sums.count,
    };
    await db()
      .insertInto("deposit_portions")
      .values({
        id,
        batch_key: checksOf(day),
        batch_name: day,
        part: "checks",
        currency,
        closed_day: day,
        closed_at: businessDayBounds(clock, day).until - 1,
        ...columns,
      })
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet(columns)
          // What a deposit claims stays as it was matched.
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom("deposit_claims").select("portion_id").where("portion_id", "=", id))),
          ),
      )
      .execute();
  }
}

async function readCheckDays(from: string, today: string) {
  const isPaid = sql<boolean>`phase = 'settled' and kind in ('sales', 'refunds')`;
  const rows = await db()
    .selectFrom("indexed_transactions")
    .select(["business_day", "currency"])
    .select([
      sql<number>`sum(case when phase in (${sql.join(open)}) then 1 else 0 end)`.as("open"),
      sql<number>`sum(case when ${isPaid} then 1 else 0 end)`.as("count"),
      sql<number>`sum(case when ${isPaid} and kind = 'sales' then 1 else 0 end)`.as("salesCount"),
      sql<number>`sum(case when ${isPaid} and kind = 'sales' then cents else 0 end)`.as("sales"),
      sql<number>`sum(case when ${isPaid} and kind = 'refunds' then cents else 0 end)`.as("refunds"),
    ])
    .where("business_day", ">=", from)
    .where("business_day", "<", today)
    .where("tender", "=", "check")
    .where("batch_key", "is", null)
    .groupBy(["business_day", "currency"])
    .execute();
  return rows.map(({ business_day: day, currency: code, ...row }) => {
    const currency = currencyOf(code ?? undefined).code;
    const salesCents = Number(row.sales);
    return {
      id: portionId({ batchKey: checksOf(day), part: "checks", currency }),
      day,
      currency,
      isOpen: Number(row.open) > 0,
      cents: salesCents - Number(row.refunds),
      salesCents,
      salesCount: Number(row.salesCount),
      count: Number(row.count),
    };
  });
}

async function readKnown(store: Kysely<Database>, ids: readonly string[]) {
  const rows = await store
    .selectFrom("deposit_portions")
    .select(["id", "cents", "count"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
