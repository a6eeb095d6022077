import type { Db } from "./store.ts";
import { storeTimeMs } from "./store-time.ts";

const MINUTE_MS = 60_000;

/** Lets the first call of a caller in, and the next one a minute after it. One statement, so that of two at once one is first. */
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
