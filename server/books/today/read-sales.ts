import { type RawBuilder, sql } from "kysely";
import { type BusinessClock, businessDayBounds } from "#lib/business-day.ts";
import { refundTrantypes } from "#lib/gateway/codes.ts";
import { currencyOf, isOwnCurrency } from "#lib/gateway/currencies.ts";
import { momentIn, secondsBetween } from "#lib/time.ts";
import type { CurrencySales, SalesPoint, SalesSum, TodaySales } from "#lib/today/today.ts";
import { db } from "#server/db/db.ts";
import { todaySpan } from "./today-span.ts";

/** Net sales of the business day against the same weekday last week, with both days by quarters of an hour. */
export async function readSales(clock: BusinessClock, now: number): Promise<TodaySales> {
  const span = todaySpan(clock, now);
  const [today, then, points, thenPoints] = await Promise.all([
    sumsOf(span.day),
    sumsOf(span.lastWeek, span.sameTime),
    pointsOf(clock, span.day),
    pointsOf(clock, span.lastWeek),
  ]);
  const names = new Set([ownName, ...[today, then, points, thenPoints].flatMap((part) => [...part.keys()])]);
  const currencies = [...names].map((name): CurrencySales => {
    const pointsThen = thenPoints.get(name) ?? [];
    return {
      currency: name === ownName ? undefined : name,
      today: today.get(name) ?? none,
      before: then.get(name) ?? none,
      beforeWholeCents: pointsThen.reduce((sum, { netCents }) => sum + netCents, 0),
      points: { today: points.get(name) ?? [], before: pointsThen },
    };
  });
  return { day: span.day, lastWeek: span.lastWeek, dayStart: clock.dayStart, now, currencies };
}

const ownName = currencyOf(undefined).code;
const nameOf = (currency: string | null) => currencyOf(currency ?? undefined).code;
const none: SalesSum = { netCents: 0, salesCents: 0, sales: 0, approved: 0, tried: 0 };

/** The merchant's own currency is undefined, as in every part of Today. */
export const shownCurrency = (currency: string | null): string | undefined =>
  isOwnCurrency(currency ?? undefined) ? undefined : nameOf(currency);

async function sumsOf(day: string, until?: number): Promise<Map<string, SalesSum>> {
  const isTry = sql<boolean>`tender <> 'cash' and coalesce(cents, 0) > 0
    and (trantype_code is null or trantype_code not in (${sql.join(refundTrantypes)}))`;
  const count = (condition: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  let query = db()
    .selectFrom("indexed_transactions")
    .where("business_day", "=", day)
    .select((eb) => [
      "currency",
      eb.fn.sum<number>("net_cents").as("net"),
      sql<number>`sum(case when net_cents > 0 then net_cents else 0 end)`.as("gross"),
      count(sql`net_cents > 0`).as("sales"),
      count(sql`${isTry} and outcome in ('approved', 'partial')`).as("approved"),
      count(sql`${isTry} and outcome in ('approved', 'partial', 'declined', 'verification')`).as("tried"),
    ])
    .groupBy("currency");
  if (until !== undefined) query = query.where("created_at", "<", until);
  const sums = new Map<string, SalesSum>();
  for (const { currency, net, gross, sales, approved, tried } of await query.execute()) {
    const before = sums.get(nameOf(currency)) ?? none;
    sums.set(nameOf(currency), {
      netCents: before.netCents + net,
      salesCents: before.salesCents + gross,
      sales: before.sales + sales,
      approved: before.approved + approved,
      tried: before.tried + tried,
    });
  }
  return sums;
}

const pointMs = 900_000;

async function pointsOf(clock: BusinessClock, day: string): Promise<Map<string, SalesPoint[]>> {
  const { from } = businessDayBounds(clock, day);
  const rows = await db()
    .selectFrom("indexed_transactions")
    .where("business_day", "=", day)
    .where("net_cents", "<>", 0)
    .select((eb) => [
      "currency",
      sql<number>`(created_at - cast(${from} as bigint)) / ${sql.lit(pointMs)}`.as("place"),
      eb.fn.sum<number>("net_cents").as("cents"),
    ])
    .groupBy(["currency", sql.ref("place")])
    .execute();
  const byCurrency = new Map<string, Map<number, number>>();
  for (const { currency, place, cents } of rows) {
    const minutes = byCurrency.get(nameOf(currency)) ?? new Map<number, number>();
    byCurrency.set(nameOf(currency), minutes);
    const minute = minuteOf(clock, day, from + place * pointMs);
    minutes.set(minute, (minutes.get(minute) ?? 0) + cents);
  }
  return new Map([...byCurrency].map(([name, minutes]) => [name, toPoints(minutes)]));
}

const toPoints = (minutes: Map<number, number>): SalesPoint[] =>
  [...minutes]
    .map(([minute, netCents]) => ({ minute, netCents }))
    .sort((one, other) => one.minute - other.minute);

/** By the wall clock, so that an hour that comes twice is one place and a skipped one stays empty. */
function minuteOf({ timeZone, dayStart }: BusinessClock, day: string, at: number): number {
  const minute = secondsBetween(`${day} ${dayStart}:00`, momentIn(timeZone, at)) / 60;
  return Math.max(0, Math.floor(minute));
}
