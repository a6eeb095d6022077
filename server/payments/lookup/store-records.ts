import { db } from "#server/db/db.ts";
import { isDue } from "#server/db/is-due.ts";
import { findSetting, saveSetting } from "#server/db/setting.ts";
import { failpoint } from "#server/failpoint.ts";
import { findOwnKeys } from "../attempts/attempt-queries.ts";
import { lookupStates, moveAttempts } from "../attempts/attempts.ts";
import type { LookupRecords } from "./context.ts";
import { isFinal } from "./notes.ts";
import { longestLookupMs, sentAt } from "./times.ts";

/** What lookups read and write in the console's store. */
export const storeRecords: LookupRecords = {
  due: (now) =>
    db()
      .selectFrom("attempts")
      .selectAll()
      .where("state", "in", lookupStates)
      .where(isDue("next_lookup_at", now, longestLookupMs))
      .orderBy("prepared_at")
      .limit(maxAtOnce)
      .execute(),
  byReference: async (references) =>
    references.length === 0
      ? []
      : await db()
          .selectFrom("attempts")
          .select([
            "id",
            "reference",
            "state",
            "command",
            "tender",
            "payer",
            "amount_cents",
            "user_name",
            "sent_at",
            "outcome_at",
            "problem",
            "next_lookup_at",
            "contradiction",
            "original_before",
            "request",
            "answer",
          ])
          .where("reference", "in", references)
          .execute(),
  answeredKeys: async (from, to) => {
    const rows = await db()
      .selectFrom("attempts")
      .select(["transaction_key", "answer"])
      .where("state", "=", "answered")
      .where("prepared_at", ">=", from)
      .where("outcome_at", "<", to)
      .where("original_key", "is", null)
      .where("transaction_key", "is not", null)
      .limit(maxAtOnce)
      .execute();
    return rows.flatMap(({ transaction_key: key, answer }) => (key && !isDuplicate(answer) ? [key] : []));
  },
  madeKeys: findOwnKeys,
  move: async (moves) => {
    const moved: string[] = [];
    // In small commits, so that other writers do not wait for long.
    for (let at = 0; at < moves.length; at += 100)
      moved.push(...(await moveAttempts(moves.slice(at, at + 100))));
    return moved;
  },
  noteSighting: async (id, transaction) => {
    await db()
      .updateTable("attempts")
      .set({ sighting: JSON.stringify(transaction) })
      .where("id", "=", id)
      .where("sighting", "is", null)
      .execute();
  },
  saveLookup: async (row, notes, nextLookupAt) => {
    failpoint("lookup.done", row.id);
    await db()
      .updateTable("attempts")
      .set({ lookup_notes: JSON.stringify(notes), lookups: row.lookups + 1, next_lookup_at: nextLookupAt })
      .where("id", "=", row.id)
      .where("state", "in", lookupStates)
      // Settled, confirmed or contradicted meanwhile: then it is over.
      .where("next_lookup_at", "is not", null)
      .execute();
  },
  isFollowed: async ({ id, original_key, prepared_at }) => {
    const later = await db()
      .selectFrom("attempts")
      .select("id")
      .where("original_key", "=", original_key)
      .where("id", "!=", id)
      .where("prepared_at", ">=", prepared_at)
      .where("state", "not in", ["unsent", "refused"])
      .executeTakeFirst();
    return later !== undefined;
  },
  isSavedSince: async (row) => {
    if (row.fingerprint === null) return false;
    const saved = await db()
      .selectFrom("card_tokens")
      .select("saved_at")
      .where("fingerprint", "=", row.fingerprint)
      .where("saved_at", ">=", sentAt(row))
      .executeTakeFirst();
    return saved !== undefined;
  },
  listLag: async () => {
    const stored = await findSetting(db(), lagName);
    return stored === undefined ? undefined : Number(stored);
  },
  noteListLag: async (ms) => {
    await saveSetting(db(), lagName, String(Math.round(ms)));
  },
  batchLookups: async (keys) => {
    if (keys.length === 0) return [];
    const rows = await db().selectFrom("batch_lookups").select("search").where("key", "in", keys).execute();
    return rows.map(({ search }) => JSON.parse(search));
  },
  saveBatchLookup: async (search) => {
    const row = { search: JSON.stringify(search), final: isFinal(search) ? 1 : 0 } as const;
    await db()
      .insertInto("batch_lookups")
      .values({ key: search.key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
  },
};

const maxAtOnce = 2000;
const lagName = "list-lag-ms";

/** The gateway answered with another attempt's transaction instead of making one. */
function isDuplicate(answer: string | null): boolean {
  return answer !== null && JSON.parse(answer).is_duplicate === "Y";
}
