import type { Kysely } from "kysely";
import type { Database } from "#server/db/database.ts";

/**
 * Of the newest events, how many don't follow the one before them, by number and hash. Cheap enough for every scrape: what each hash
 * covers is checked by `verifyLog` alone.
 */
export async function countTailBreaks(
  store: Kysely<Database>,
): Promise<{ position: number; breaks: number }> {
  const rows = await store
    .selectFrom("audit_events")
    .select(["position", "previous", "hash"])
    .orderBy("position", "desc")
    .limit(maxRead)
    .execute();
  const breaks = rows.filter((row, place) => {
    const before = rows[place + 1];
    if (before) return before.position !== row.position - 1 || before.hash !== row.previous;
    return row.position === 1 && row.previous !== "";
  });
  return { position: rows[0]?.position ?? 0, breaks: breaks.length };
}

const maxRead = 200;
