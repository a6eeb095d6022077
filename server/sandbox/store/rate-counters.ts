import { type Selectable, sql } from "kysely";
import { DAY_MS } from "#lib/time.ts";
import { storeTimeMs } from "#server/sql/dialect.ts";
import { preparedQuery } from "#server/sql/prepared-query.ts";
import type { RateLimitSetting } from "../settings.ts";
import type { Db } from "./database.ts";
import type { RateCountersTable } from "./tables/rate-counters.ts";

export type RateCounter = Omit<Selectable<RateCountersTable>, "granted">;

export async function readCounters(db: Db): Promise<RateCounter[]> {
  return await counters(db).execute();
}

export async function readCounter(db: Db, scope: string): Promise<RateCounter | undefined> {
  return await counters(db).where("scope", "=", scope).executeTakeFirst();
}

const counters = (db: Db) =>
  db.selectFrom("rate_counters").select(["scope", "minute", "minute_used", "day", "day_used"]);

/** Writes a counter's absolute values. */
export async function writeCounter(db: Db, counter: RateCounter): Promise<void> {
  await db
    .insertInto("rate_counters")
    .values({ ...counter, granted: 0 })
    .onConflict((conflict) => conflict.column("scope").doUpdateSet(counter))
    .execute();
}

/** Removes callers that were last seen before `day`. */
export async function deleteCountersBefore(db: Db, day: number): Promise<void> {
  await db.deleteFrom("rate_counters").where("day", "<", day).execute();
}

const MINUTE_MS = 60_000;

/** A counter as it is at `at` (epoch ms): zero in a window that has begun since. */
export function windowsAt(
  counter: Omit<RateCounter, "scope"> | undefined,
  at: number,
): Omit<RateCounter, "scope"> {
  const minute = Math.floor(at / MINUTE_MS);
  const day = Math.floor(at / DAY_MS);
  return {
    minute,
    minute_used: counter?.minute === minute ? counter.minute_used : 0,
    day,
    day_used: counter?.day === day ? counter.day_used : 0,
  };
}

/** How many requests were allowed together, and what is used of both windows with them. */
export type Used = { granted: number; minute_used: number; day_used: number };

/**
 * PostgreSQL: counts as many of these requests as both windows have room for, in one statement. The windows follow the
 * server's clock, read once the row is locked. The commit does not wait for the disk: losing half a second of counts with the
 * server is harmless.
 */
export async function countRequests(
  db: Db,
  scope: string,
  limits: RateLimitSetting,
  asked: number,
): Promise<Used> {
  for (;;) {
    const [counted] = await count(db, { scope, asked, ...limits });
    if (counted) return counted;
    await db
      .insertInto("rate_counters")
      .values({ scope, ...windowsAt(undefined, 0), granted: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

type Count = RateLimitSetting & { scope: string; asked: number };

const count = preparedQuery((db: Db, { scope, asked, minute, day }: Count) => ({
  compile: () =>
    sql<Used>`
  update rate_counters as counter
    set (minute, minute_used, day, day_used, granted) = (
      select used.minute, used.minute_used + share.granted, used.day, used.day_used + share.granted, share.granted
      from
        (select floor(seconds / 60)::bigint as minute, floor(seconds / 86400)::bigint as day
          from (select extract(epoch from clock_timestamp()) as seconds) as clock) as moment,
        lateral (select moment.minute, moment.day,
          case when counter.minute = moment.minute then counter.minute_used else 0 end as minute_used,
          case when counter.day = moment.day then counter.day_used else 0 end as day_used) as used,
        lateral (select greatest(0, least(${asked}::bigint,
          ${minute}::bigint - used.minute_used, ${day}::bigint - used.day_used)) as granted) as share,
        set_config('synchronous_commit', 'off', true))
    where counter.scope = ${scope}
    returning granted, minute_used, day_used`.compile(db),
}));

/** Allows one call per caller and minute. One statement, so that of two concurrent calls exactly one is allowed. */
export async function admitTestCall(db: Db, caller: string): Promise<boolean> {
  const first_at = await storeTimeMs(db);
  const admitted = await db
    .insertInto("test_calls")
    .values({ caller, first_at })
    .onConflict((conflict) =>
      conflict
        .column("caller")
        .doUpdateSet({ first_at })
        .where("test_calls.first_at", "<=", first_at - MINUTE_MS),
    )
    .returning("caller")
    .executeTakeFirst();
  return admitted !== undefined;
}
