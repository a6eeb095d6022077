import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";

/**
 * What acts on a payment is later than what was done to it and read of it before, also where another process wrote that by
 * a clock that is ahead: an undone void must not come before its void.
 */
export async function putAfterEarlier(store: Kysely<Database>, id: string, at: number): Promise<void> {
  const row = await store
    .selectFrom("attempts")
    .select("original_key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { original_key } = row;
  if (original_key === null) return;
  const latest = (value: number | null | undefined) => Number(value ?? 0);
  const done = await store
    .selectFrom("attempts")
    .select((eb) => eb.fn.max("outcome_at").as("at"))
    .where("original_key", "=", original_key)
    .where("id", "!=", id)
    .executeTakeFirst();
  const read = await store
    .selectFrom("cached_transactions")
    .select("read_at as at")
    .where("key", "=", original_key)
    .executeTakeFirst();
  const earlier = Math.max(latest(done?.at), latest(read?.at));
  if (earlier >= at && earlier < at + maxAheadMs)
    await store
      .updateTable("attempts")
      .set({ outcome_at: earlier + 1 })
      .where("id", "=", id)
      .execute();
}

/** A time further ahead was written by mistake, and is not followed. */
const maxAheadMs = 300_000;
