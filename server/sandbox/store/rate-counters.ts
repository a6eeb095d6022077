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

export type Grant = { granted: number; minute_used: number; day_used: number };

/**
 * PostgreSQL: counts up to `asked` requests, as many as both windows still hold, in one statement. The windows are of the
 * server's clock, read once the row is held: processes whose clocks differ agree, and no window is opened twice.
 */
export async function grantRequests(
  db: Db,
  { scope, asked, limits: { minute, day } }: { scope: string; asked: number; limits: RateLimitSetting },
): Promise<Grant> {
  for (;;) {
    const [row] = await countUp(db, { scope, asked, minute, day });
    if (row) return row;
    await db
      .insertInto("rate_counters")
      .values({ scope, minute: 0, minute_used: 0, day: 0, day_used: 0, granted: 0 })
      .onConflict((conflict) => conflict.column("scope").doNothing())
      .execute();
  }
}

type Asked = { scope: string; asked: number; minute: number; day: number };

const countUp = preparedQuery((db, { scope, asked, minute, day }: Asked) => {
  const used = sql`
    select moment.minute, case when counter.minute = moment.minute then counter.minute_used else 0 end as minute_used,
           moment.day, case when counter.day = moment.day then counter.day_used else 0 end as day_used
    from (select floor(seconds / 60)::bigint as minute, floor(seconds / 86400)::bigint as day
          from (select extract(epoch from clock_timestamp()) as seconds) as clock) as moment`;
  const granted = sql`
    select used.*, greatest(0, least(${asked}::bigint, ${minute}::bigint - minute_used, ${day}::bigint - day_used)) as granted
    from (${used}) as used`;
  // Losing the last half second of counts with the server is no harm, so nobody waits for its disk here: the setting
  // ends with this statement, and the payment's own commit is as durable as ever.
  const counted = sql<Grant>`
    update rate_counters as counter
    set (minute, minute_used, day, day_used, granted) = (
      select minute, minute_used + granted, day, day_used + granted, granted from (${granted}) as counted)
    where scope = ${scope}
    returning granted, minute_used, day_used, set_config('synchronous_commit', 'off', true)`;
  return { compile: () => counted.compile(db) };
});
