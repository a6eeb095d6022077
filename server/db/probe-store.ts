import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/** Writes to the store as a payment does, but for one row that is there already. Rejects when the store takes no writes. */
export async function probeStore(db: Kysely<Database>, now = Date.now()): Promise<void> {
  const row = { written_at: now, filler: String(now % 10).repeat(FILLER_LENGTH) };
  await db
    .insertInto("health_probes")
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

const FILLER_LENGTH = 32 * 1024;
