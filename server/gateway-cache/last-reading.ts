import type { Read } from "#lib/read.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";

/**
 * Keeps what was read under a name. While the gateway can't be asked, the last reading is given instead, marked `stale`
 * with the reason. For display only, never for a decision about money.
 */
export async function orLastReading<Value>(name: string, outcome: Read<Value>): Promise<Read<Value>> {
  if (outcome.kind === "found") {
    await keep(name, outcome.value, outcome.readAt);
    return outcome;
  }
  if (outcome.kind === "missing") return outcome;
  const row = await db()
    .selectFrom("cached_readings")
    .select(["reading", "read_at"])
    .where("name", "=", name)
    .where("read_at", ">=", Date.now() - keptForMs)
    .executeTakeFirst();
  if (!row) return outcome;
  return { kind: "found", value: JSON.parse(row.reading), readAt: row.read_at, stale: outcome.message };
}

/** Older ones are of little use and would fill the store. */
const keptForMs = DAY_MS;

async function keep(name: string, value: unknown, readAt: number): Promise<void> {
  const row = { reading: JSON.stringify(value), read_at: readAt };
  await db()
    .insertInto("cached_readings")
    .values({ name, ...row })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet(row).where("cached_readings.read_at", "<=", readAt),
    )
    .execute();
  await db()
    .deleteFrom("cached_readings")
    .where("read_at", "<", readAt - keptForMs)
    .execute();
}
