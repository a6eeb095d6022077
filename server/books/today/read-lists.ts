import { sql } from "kysely";
import { type BusinessClock, businessDayOf, daysFrom } from "#lib/business-day.ts";
import { refundTrantypes } from "#lib/gateway/codes.ts";
import type { LatestPayment, TodayCoverage, TodayDeclines, TodayTenders } from "#lib/today/today.ts";
import { db } from "#server/db/db.ts";
import { readCoverage } from "../index/coverage.ts";
import { shownCurrency } from "./read-sales.ts";

/** What was paid with what on the business day, the largest sum first. Refunds are not in it. */
export async function readTenders(clock: BusinessClock, now: number): Promise<TodayTenders> {
  const rows = await db()
    .selectFrom("indexed_transactions")
    .where("business_day", "=", businessDayOf(clock, now))
    .where("net_cents", ">", 0)
    .select((eb) => [
      "currency",
      "tender",
      eb.fn.countAll<number>().as("sales"),
      eb.fn.sum<number>("net_cents").as("cents"),
    ])
    .groupBy(["currency", "tender"])
    .execute();
  const sums = new Map<string, TodayTenders[number]>();
  for (const { currency, tender, sales, cents } of rows) {
    const name = `${shownCurrency(currency) ?? ""} ${tender}`;
    const before = sums.get(name) ?? { currency: shownCurrency(currency), tender, sales: 0, cents: 0 };
    sums.set(name, { ...before, sales: before.sales + sales, cents: before.cents + cents });
  }
  return [...sums.values()].sort((one, other) => other.cents - one.cents);
}

const maxReasons = 5;
const declineDays = 7;

/** Why payments were declined on the last seven business days, today included. */
export async function readDeclines(clock: BusinessClock, now: number): Promise<TodayDeclines> {
  const rows = await db()
    .selectFrom("indexed_transactions")
    .where("business_day", ">=", daysFrom(businessDayOf(clock, now), 1 - declineDays))
    .where("outcome", "in", ["declined", "verification"])
    .select((eb) => [
      sql<string>`coalesce(reason, 'No reason given')`.as("cause"),
      eb.fn.countAll<number>().as("count"),
    ])
    .groupBy(sql.ref("cause"))
    .orderBy("count", "desc")
    .orderBy(sql.ref("cause"))
    .execute();
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const reasons = rows.slice(0, maxReasons).map(({ cause, count }) => ({ reason: cause, count }));
  return { reasons, others: total - reasons.reduce((sum, { count }) => sum + count, 0), total };
}

const maxLatest = 8;

/** The last payments of the business day, newest first. */
export async function readLatest(clock: BusinessClock, now: number): Promise<LatestPayment[]> {
  const rows = await db()
    .selectFrom("indexed_transactions")
    .selectAll()
    .where("business_day", "=", businessDayOf(clock, now))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxLatest)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    transactionKey: row.transaction_key ?? undefined,
    attemptId: row.attempt_id ?? undefined,
    at: row.created_at,
    customer: row.customer ?? undefined,
    tender: row.tender,
    brand: row.brand ?? undefined,
    lastFour: row.last_four ?? undefined,
    phase: row.phase,
    outcome: row.outcome,
    refundedCents: row.refunded_cents,
    cents: row.cents ?? undefined,
    netCents: row.net_cents,
    isRefund: refundTrantypes.some((code) => code === row.trantype_code),
    currency: shownCurrency(row.currency),
  }));
}

/** How many transactions the day's figures count, and how old what they were counted from is. */
export async function readTodayCoverage(clock: BusinessClock, now: number): Promise<TodayCoverage> {
  const [{ transactions }, { openReadAt, hasOpenBatch, checks, unreadFiles }] = await Promise.all([
    db()
      .selectFrom("indexed_transactions")
      .where("business_day", "=", businessDayOf(clock, now))
      .select((eb) => eb.fn.countAll<number>().as("transactions"))
      .executeTakeFirstOrThrow(),
    readCoverage(),
  ]);
  return { transactions, openReadAt, hasOpenBatch, checks, unreadFiles, now, dayStart: clock.dayStart };
}
