import { sql } from "kysely";
import { currencyOf, ownCurrency } from "#lib/gateway/currencies.ts";
import type { SearchClock } from "#lib/search/days.ts";
import type { FoundSum, FoundTotals } from "#lib/search/found.ts";
import type { Query } from "#lib/search/query.ts";
import { db } from "#server/db/db.ts";
import { toWhere } from "./conditions.ts";
import { withinTime } from "./within-time.ts";

/** Counts beyond this are "more than". */
const mostCounted = 10_000;
/** More rows are not added up while a person waits: the export adds them. */
const mostSummed = 100_000;
const sumTimeMs = 1000;

/** How many transactions match, and what they add up to by currency. */
export async function totalsOf(query: Query, at: SearchClock): Promise<FoundTotals> {
  const count = await countMatches(query, at);
  const sums = await sumMatches(query, at);
  return { ...count, ...(sums && { sums }) };
}

export async function countMatches(
  query: Query,
  at: SearchClock,
): Promise<{ count: number; isMore: boolean }> {
  const { count } = await db()
    .selectFrom((from) =>
      from
        .selectFrom("indexed_transactions")
        .select("id")
        .where(toWhere(query, at))
        .limit(mostCounted + 1)
        .as("matches"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { count: Math.min(Number(count), mostCounted), isMore: Number(count) > mostCounted };
}

async function sumMatches(query: Query, at: SearchClock): Promise<FoundSum[] | undefined> {
  const parts = await withinTime(db(), sumTimeMs, (store) =>
    store
      .selectFrom((from) =>
        from
          .selectFrom("indexed_transactions")
          .select(["currency", "net_cents"])
          .where(toWhere(query, at))
          .limit(mostSummed + 1)
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
      .execute(),
  );
  if (!parts || parts.reduce((sum, { count }) => sum + Number(count), 0) > mostSummed) return undefined;
  const sums = new Map<string, FoundSum>();
  for (const part of parts) {
    const { code } = currencyOf(part.currency ?? undefined);
    const before = sums.get(code);
    const sales = addTo(before?.sales, part.sales, part.saleCount);
    const refunds = addTo(before?.refunds, part.refunds, part.refundCount);
    sums.set(code, { currency: code, sales, refunds, netCents: sales.cents + refunds.cents });
  }
  return [...sums.values()].sort(
    (one, other) =>
      Number(other.currency === ownCurrency) - Number(one.currency === ownCurrency) ||
      (one.currency < other.currency ? -1 : 1),
  );
}

/** PostgreSQL's sums of big integers are texts. */
const addTo = (before = { cents: 0, count: 0 }, cents: number | string, count: number | string) => ({
  cents: before.cents + Number(cents),
  count: before.count + Number(count),
});
