import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { dataKeys } from "#server/payments/card-data/secrets.ts";
import { perProcess } from "#server/per-process.ts";

/** The id of this process. Attempts carry it, so that another process knows which of them died with it. */
export const processId = (): string => perProcess("merchant-console.process", () => randomUUID());

/** A process not seen for this long counts as dead. If it is alive after all, its answers still count. */
const silentMs = 6_000;
/** The clocks of two processes may differ this much. */
const maxAheadMs = 60_000;

/** Records that this process is alive, and deletes those that are long gone. */
export async function showAlive(now = Date.now()): Promise<void> {
  const key_ids = (await dataKeys()).map(({ id }) => id).join(" ");
  await db()
    .insertInto("processes")
    .values({ id: processId(), seen_at: now, key_ids })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: now, key_ids }))
    .execute();
  await db()
    .deleteFrom("processes")
    .where("seen_at", "<", now - 60 * silentMs)
    .execute();
}

/** The processes that are alive, including this one. */
export async function livingProcesses(now = Date.now()): Promise<string[]> {
  return [...new Set([processId(), ...(await findLiving(db(), now))])];
}

/** The processes of a store that are alive. */
export async function findLiving(store: Kysely<Database>, now = Date.now()): Promise<string[]> {
  const rows = await store
    .selectFrom("processes")
    .select("id")
    .where("seen_at", ">", now - silentMs)
    // One seen while its clock was ahead would count as alive until that time.
    .where("seen_at", "<", now + maxAheadMs)
    .execute();
  return rows.map(({ id }) => id);
}
