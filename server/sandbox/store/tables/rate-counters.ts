import { sql } from "kysely";
import { isPostgres } from "../dialect.ts";
import { defineTable } from "../table.ts";

export interface RateCountersTable {
  /** Endpoint key and caller's address. */
  scope: string;
  /** Minutes since the epoch, of the real clock, that `minute_used` counts. */
  minute: number;
  minute_used: number;
  /** Days since the epoch, in UTC. */
  day: number;
  day_used: number;
  /** How many of those it asked for the latest count was given; only where processes share the store. */
  granted: number;
}

/** Requests used of each caller's limits. */
export const rateCounters = defineTable<RateCountersTable>({
  "0009-rate-counters": async (db) => {
    await db.schema
      .createTable("rate_counters")
      .addColumn("scope", "text", (column) => column.primaryKey())
      .addColumn("minute", "bigint", (column) => column.notNull())
      .addColumn("minute_used", "bigint", (column) => column.notNull())
      .addColumn("day", "bigint", (column) => column.notNull())
      .addColumn("day_used", "bigint", (column) => column.notNull())
      .addColumn("granted", "bigint", (column) => column.notNull())
      .execute();
  },
  // Counts up to `asked` requests of a caller, as many as both windows still hold. The windows are of the server's clock,
  // read once the row is held: processes whose clocks differ agree, and no window is opened twice. Losing the last half
  // second of counts with the server is no harm, so the commit behind it waits for no disk.
  "0085-count-requests": async (db) => {
    if (!isPostgres(db)) return;
    await sql`
      create function count_requests(caller text, asked bigint, minute_limit bigint, day_limit bigint)
        returns rate_counters language plpgsql as $$
      declare
        counted rate_counters;
      begin
        perform set_config('synchronous_commit', 'off', true);
        loop
          update rate_counters as counter
            set (minute, minute_used, day, day_used, granted) = (
              select used.minute, used.minute_used + share.granted, used.day, used.day_used + share.granted, share.granted
              from (select floor(seconds / 60)::bigint as minute, floor(seconds / 86400)::bigint as day
                  from (select extract(epoch from clock_timestamp()) as seconds) as clock) as moment,
                lateral (select moment.minute, moment.day,
                  case when counter.minute = moment.minute then counter.minute_used else 0 end as minute_used,
                  case when counter.day = moment.day then counter.day_used else 0 end as day_used) as used,
                lateral (select greatest(0, least(asked, minute_limit - used.minute_used, day_limit - used.day_used))
                  as granted) as share)
            where counter.scope = caller returning counter.* into counted;
          exit when found;
          insert into rate_counters values (caller, 0, 0, 0, 0, 0) on conflict do nothing;
        end loop;
        return counted;
      end $$`.execute(db);
  },
});
