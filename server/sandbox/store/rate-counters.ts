import { type Selectable, sql } from "kysely";
import type { RateLimitSetting } from "../env.ts";
import { preparedQuery } from "./prepared-query.ts";
import type { Db } from "./store.ts";
import type { RateCountersTable } from "./tables/rate-counters.ts";

export type RateCounter = Omit<Selectable<RateCountersTable>, "granted">;

export async function readCounters(db: Db): Promise<RateCounter[]> {
  return await db
    .selectFrom("rate_counters")
    .select(["scope", "minute", "minute_used", "day", "day_used"])
    .execute();
}

/** Puts counters down as they stand, so that doing it twice is no harm. */
export async function writeCounter(db: Db, counter: RateCounter): Promise<void> {
  await db
    .insertInto("rate_counters")
    .values({ ...counter, granted: 0 })
    .onConflict((conflict) => conflict.column("scope").doUpdateSet(counter))
    .execute();
}

/** Callers who have not been seen since before `day` have nothing used. */
export async function deleteCountersBefore(db: Db, day: number): Promise<void> {
  await db.deleteFrom("rate_counters").where("day", "<", day).execute();
}

/** What a count came to: how many of those asked for were let in, and what is used of both windows with these. */
export type Grant = { granted: number; minute_used: number; day_used: number };

/** PostgreSQL: counts up to `asked` requests of a caller, as many as both windows still hold, in one statement. */
export async function grantRequests(
  db: Db,
  { scope, asked, limits: { minute, day } }: { scope: string; asked: number; limits: RateLimitSetting },
): Promise<Grant> {
  const [grant] = await countRequests(db, { scope, asked, minute, day });
  if (!grant) throw new Error("The store did not say how many requests it let in.");
  return grant;
}

type Asked = { scope: string; asked: number; minute: number; day: number };

const countRequests = preparedQuery((db, { scope, asked, minute, day }: Asked) =>
  db
    .selectFrom(
      sql<Grant>`count_requests(${scope}, ${asked}::bigint, ${minute}::bigint, ${day}::bigint)`.as("counted"),
    )
    .select(["granted", "minute_used", "day_used"]),
);

/** What is used of both windows with a request, when it is allowed. */
export type Used = { allowed: boolean; minute: number; day: number };

/** Those let in are numbered as they came; the others see the windows as they are then. */
export function usedBy({ granted, minute_used, day_used }: Grant, place: number): Used {
  const behind = Math.max(0, granted - 1 - place);
  return { allowed: place < granted, minute: minute_used - behind, day: day_used - behind };
}
