import { sql } from "kysely";
import { byOwnFirst, currencyOf } from "#lib/gateway/currencies.ts";
import type { SearchClock } from "#lib/search/days.ts";
import type { FoundCount, FoundSum, FoundTotals } from "#lib/search/found.ts";
import type { Query } from "#lib/search/query.ts";
import { db } from "#server/db/db.ts";
import { withinTime } from "#server/sql/within-time.ts";
import { toWhere } from "./conditions.ts";

/** Where they can't be added up, counts beyond this are "more than". */
const maxCounted = 10_000;
/** More rows are not added up while a person waits: the export adds them. */
const maxSummed = 100_000;
const countTimeMs = 280;
const sumTimeMs = 280;

/** How many transactions match, and what they add up to by currency. */
export async function totalsOf(query: Query, at: SearchClock): Promise<FoundTotals> {
  return (await sumMatches(query, at)) ?? (await countMatches(query, at)) ?? {};
}

/** Undefined when counting took longer than `timeMs`. */
export async function countMatches(
  query: Query,
  at: SearchClock,
  timeMs = countTimeMs,
): Promise<FoundCount | undefined> {
  const matches = await withinTime(db(), timeMs, async (store, inTime) => {
    const where = await toWhere(query, at, { store, inTime }, maxSummed);
    return store
      .selectFrom((from) =>
        from
          .selectFrom("indexed_transactions")
          .select("id")
          .where(inTime)
          .where(where)
          .limit(maxCounted + 1)
          .as("matches"),
      )
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
  });
  return matches && { count: Math.min(matches.count, maxCounted), isMore: matches.count > maxCounted };
}

/** Undefined when there are too many to add up, or it took too long. */
async function sumMatches(query: Query, at: SearchClock): Promise<FoundTotals | undefined> {
  const parts = await withinTime(db(), sumTimeMs, async (store, inTime) => {
    const where = await toWhere(query, at, { store, inTime }, maxSummed);
    return store
      .selectFrom((from) =>
        from
          .selectFrom("indexed_transactions")
          .select(["currency", "net_cents"])
          .where(inTime)
          .where(where)
          .limit(maxSummed + 1)
          .as("matches"),
      )
      .select("currency")
      .select(({ fn }) => [
        fn.countAll<number>().as("count"),
        sql<number>`sum(case when net_cents > 0 then net_cents else 0 end)`.as("sales"),
        sql<number>`sum(case when net_cents > 0 then 1 else 0 end)`.as("saleCount"),
        sql<number>`sum(case when net_cents < 0 then net_cents else 0 end)`.as("refunds"),
        sql<number>`sum(case when net_cents < 0 then 1 else 0 end)`.as("refundCount"),
      ])
      .groupBy("currency")
      .execute();
  });
  const count = parts?.reduce((sum, part) => sum + part.count, 0) ?? 0;
  if (!parts || count > maxSummed) return undefined;
  const sums = new Map<string, FoundSum>();
  for (const part of parts) {
    const { code } = currencyOf(part.currency ?? undefined);
    const before = sums.get(code);
    const sales = addTo(before?.sales, part.sales, part.saleCount);
    const refunds = addTo(before?.refunds, part.refunds, part.refundCount);
    sums.set(code, { currency: code, sales, refunds, netCents: sales.cents + refunds.cents });
  }
  return {
    count,
    isMore: false,
    sums: [...sums.values()].sort((one, other) => byOwnFirst(one.currency, other.currency)),
  };
}

const addTo = (before = { cents: 0, count: 0 }, cents: number, count: number) => ({
  cents: before.cents + cents,
  count: before.count + count,
});
