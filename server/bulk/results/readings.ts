import { type BulkSample, toSample } from "#lib/bulk/progress.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { db } from "#server/db/db.ts";

/** The last reading and the progress of each group, shared by all workstations. */

/** `group` is undefined when the gateway reports that it doesn't exist. */
export type Reading = {
  group: BulkGroup | undefined;
  readAt: number;
  /** Something was done since that changes it. */
  isAged: boolean;
};

/** The last reading of a group by its key, or of `current`. */
export async function findReading(asked: string): Promise<Reading | undefined> {
  const row = await db()
    .selectFrom("bulk_readings")
    .selectAll()
    .where("asked", "=", asked)
    .executeTakeFirst();
  return (
    row && {
      group: row.group_seen ? JSON.parse(row.group_seen) : undefined,
      readAt: row.read_at,
      isAged: row.aged === 1,
    }
  );
}

/** Keeps what was asked under its name, and a group under its own key too, with a sample of how far it is. */
export async function cacheReading(asked: string, { group, readAt }: Omit<Reading, "isAged">): Promise<void> {
  const names = new Set([asked, ...(group?.bulk_key ? [group.bulk_key] : [])]);
  const seen = { group_seen: group ? JSON.stringify(group) : null, read_at: readAt, aged: 0 as const };
  await db()
    .insertInto("bulk_readings")
    .values([...names].map((name) => ({ asked: name, ...seen })))
    .onConflict((conflict) => conflict.column("asked").doUpdateSet(seen))
    .execute();
  if (group?.bulk_key) await keepSample(group.bulk_key, toSample(group, readAt));
}

/** The state of these groups changed: the next reading asks the gateway, however new the last one is. */
export async function ageReadings(asked: readonly string[]): Promise<void> {
  await db().updateTable("bulk_readings").set({ aged: 1 }).where("asked", "in", asked).execute();
}

/** A group whose file name contains this text, of all that were ever read. */
export async function findGroupNamed(part: string): Promise<BulkGroup | undefined> {
  const rows = await db()
    .selectFrom("bulk_readings")
    .select("group_seen")
    .where("group_seen", "like", `%${part}%`)
    .execute();
  const groups = rows.flatMap(({ group_seen }): BulkGroup[] => (group_seen ? [JSON.parse(group_seen)] : []));
  return groups.find(({ filename, bulk_key }) => bulk_key && filename?.includes(part));
}

/** How a group went on, oldest first; the newest ones when a number is given. */
export async function listSamples(key: string, newest = maxSamples): Promise<BulkSample[]> {
  const rows = await db()
    .selectFrom("bulk_samples")
    .select(["at", "remaining", "approved", "declined", "errors"])
    .where("group_key", "=", key)
    .orderBy("at", "desc")
    .limit(newest)
    .execute();
  return rows.reverse();
}

export const maxSamples = 400;
const apartMs = 5000;

async function keepSample(key: string, sample: BulkSample): Promise<void> {
  const [last] = await listSamples(key, 1);
  const over = sample.remaining === 0 && last?.remaining !== 0;
  if (last && sample.at - last.at < apartMs && !over) return;
  await db()
    .insertInto("bulk_samples")
    .values({ group_key: key, ...sample })
    .onConflict((conflict) => conflict.columns(["group_key", "at"]).doNothing())
    .execute();
  await thinOut(key);
}

/** Removes every second sample once there are too many; the first and the last stay. */
async function thinOut(key: string): Promise<void> {
  const rows = await db()
    .selectFrom("bulk_samples")
    .select("at")
    .where("group_key", "=", key)
    .orderBy("at")
    .execute();
  if (rows.length <= maxSamples) return;
  const spare = rows.slice(1, -1).filter((_, place) => place % 2 === 0);
  await db()
    .deleteFrom("bulk_samples")
    .where("group_key", "=", key)
    .where(
      "at",
      "in",
      spare.map(({ at }) => at),
    )
    .execute();
}
