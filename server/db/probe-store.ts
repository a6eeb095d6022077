import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/** Updates one existing row with the durability of a payment. Rejects when the store accepts no writes. */
export async function probeStore(db: Kysely<Database>, now = Date.now()): Promise<void> {
  const row = { written_at: now, filler: LETTERS.charAt(now % LETTERS.length).repeat(FILLER_LENGTH) };
  await db
    .insertInto("health_probes")
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

const FILLER_LENGTH = 32 * 1024;

/** No digits: with the page numbers of a SQLite file between them, they look like card numbers to who scans the store. */
const LETTERS = "abcdefghij";
