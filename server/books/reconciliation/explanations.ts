import type { Explanation } from "#lib/reconciliation/reconciliation.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";

/** The latest explanation of each difference of a batch. */
export async function listExplanations(batchKey: string): Promise<Explanation[]> {
  const rows = await db()
    .selectFrom("reconciliation_notes")
    .selectAll()
    .where("batch_key", "=", batchKey)
    .orderBy("number")
    .execute();
  const last = new Map(rows.map((row) => [row.cause_id, row]));
  return [...last.values()].map(({ cause_id, text, user_name, at, number }) => ({
    causeId: cause_id,
    text,
    by: user_name,
    at,
    number,
  }));
}

/** Adds an explanation after those that the person saw. False when somebody was faster. */
export async function addExplanation(
  { batchKey, causeId, number, text }: { batchKey: string; causeId: string; number: number; text: string },
  user: Actor,
  now = Date.now(),
): Promise<boolean> {
  const added = await db()
    .insertInto("reconciliation_notes")
    .values({
      batch_key: batchKey,
      cause_id: causeId,
      number,
      text,
      user_id: user.id,
      user_name: user.name,
      at: now,
    })
    .onConflict((conflict) => conflict.columns(["batch_key", "cause_id", "number"]).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}
