import { sql } from "kysely";
import { noWaits, type Speed, speedKinds, type WorkstationSpeed } from "#lib/speed.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";

const hourMs = 3_600_000;
const keptMs = 7 * DAY_MS;
/** Of the last hour: more would be no shop, but a program that makes up workstations. */
const maxWorkstations = 500;

/** Adds the waits of a workstation to those of this hour, and deletes what is older than a week. */
export async function recordSpeed(workstation: string, speed: Speed, now = Date.now()): Promise<void> {
  const hour = Math.floor(now / hourMs) * hourMs;
  const rows = speedKinds.flatMap((kind) =>
    speed[kind].flatMap((count, bucket) => (count > 0 ? [{ hour, workstation, kind, bucket, count }] : [])),
  );
  if (rows.length === 0) return;
  await db()
    .transaction()
    .execute(async (store) => {
      await store
        .deleteFrom("page_speeds")
        .where("hour", "<", now - keptMs)
        .execute();
      const others = await store
        .selectFrom("page_speeds")
        .select("workstation")
        .distinct()
        .where("hour", "=", hour)
        .where("workstation", "!=", workstation)
        .limit(maxWorkstations)
        .execute();
      if (others.length >= maxWorkstations) return;
      await store
        .insertInto("page_speeds")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["hour", "workstation", "kind", "bucket"])
            .doUpdateSet({ count: sql`page_speeds.count + excluded.count` }),
        )
        .execute();
    });
}

/** The waits of the last seven days by workstation, the most used first; `here` is the one that asks. */
export async function readSpeeds(here?: string, now = Date.now()): Promise<WorkstationSpeed[]> {
  const rows = await db()
    .selectFrom("page_speeds")
    .select(["workstation", "kind", "bucket", ({ fn }) => fn.sum<number>("count").as("count")])
    .where("hour", ">=", now - keptMs)
    .groupBy(["workstation", "kind", "bucket"])
    .execute();
  const speeds = new Map<string, WorkstationSpeed>();
  for (const { workstation, kind, bucket, count } of rows) {
    const speed = speeds.get(workstation) ?? {
      workstation,
      here: workstation === here,
      key: noWaits(),
      result: noWaits(),
    };
    speed[kind][bucket] = Number(count);
    speeds.set(workstation, speed);
  }
  const used = ({ key, result }: Speed) => [...key, ...result].reduce((sum, count) => sum + count, 0);
  return [...speeds.values()].sort((one, other) => used(other) - used(one));
}
