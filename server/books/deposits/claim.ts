import { randomUUID } from "node:crypto";
import type { Adjustment, MatchHow, MatchPurpose } from "#lib/deposits/match/match.ts";
import { type NewAuditEvent, record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";

export type NewMatch = {
  depositId: string;
  purpose: MatchPurpose;
  how: MatchHow;
  portions: readonly { id: string; batchKey: string }[];
  adjustments: readonly Adjustment[];
  note?: string | undefined;
  /** Undefined for an automatic match. */
  user?: Actor | undefined;
};

/**
 * Stores a match with its claims in one commit. "taken" when another match has the deposit or one of the portions: of two
 * at the same time, one is stored.
 */
export async function claim(match: NewMatch, now = Date.now()): Promise<{ id: string } | "taken"> {
  const id = randomUUID();
  try {
    await db()
      .transaction()
      .execute(async (store) => {
        // First, so that it waits for an import that is being undone.
        const { numUpdatedRows } = await store
          .updateTable("deposits")
          .set({ match_id: id })
          .where("id", "=", match.depositId)
          .where("match_id", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) throw new DepositTakenError();
        await store
          .insertInto("deposit_matches")
          .values({
            id,
            deposit_id: match.depositId,
            purpose: match.purpose,
            how: match.how,
            portions: JSON.stringify(match.portions.map((portion) => portion.id)),
            adjustments: JSON.stringify(match.adjustments),
            note: match.note || null,
            matched_by_id: match.user?.id ?? null,
            matched_by: match.user?.name ?? null,
            matched_at: now,
            undone_by_id: null,
            undone_by: null,
            undone_at: null,
            undo_reason: null,
          })
          .execute();
        // In one order for all, so that two matches never wait for each other.
        for (const portion of match.portions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
          const { numInsertedOrUpdatedRows } = await store
            .insertInto("deposit_claims")
            .values({ portion_id: portion.id, batch_key: portion.batchKey, match_id: id })
            .onConflict((conflict) => conflict.column("portion_id").doNothing())
            .executeTakeFirst();
          if (numInsertedOrUpdatedRows !== 1n) throw new DepositTakenError();
        }
        await record(store, toEvent(id, match));
      });
    return { id };
  } catch (error) {
    if (error instanceof DepositTakenError) return "taken";
    throw error;
  }
}

class DepositTakenError extends Error {}

function toEvent(id: string, { depositId, purpose, portions, user }: NewMatch): NewAuditEvent {
  const subject = depositId;
  if (user) return { name: "deposit.changed", by: user, subject, fields: { change: changes[purpose] } };
  const batches = new Set(portions.map(({ batchKey }) => batchKey)).size;
  return { name: "deposit.matched", by: "console", subject, fields: { match: id, batches } };
}

/** What the audit log says of a match that a person made. */
const changes = {
  batches: "Matched to batches",
  fee: "Marked as a fee",
  "left-out": "Marked as not from sales",
} as const satisfies Record<MatchPurpose, string>;

/** Undoes a match and keeps it with the reason; false when it isn't in force any more. */
export async function unclaim(
  matchId: string,
  { user, reason }: { user: Actor; reason: string },
  now = Date.now(),
): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      const deposit = await store
        .updateTable("deposits")
        .set({ match_id: null })
        .where("match_id", "=", matchId)
        .returning("id")
        .executeTakeFirst();
      if (!deposit) return false;
      await store.deleteFrom("deposit_claims").where("match_id", "=", matchId).execute();
      await store
        .updateTable("deposit_matches")
        .set({ undone_by_id: user.id, undone_by: user.name, undone_at: now, undo_reason: reason })
        .where("id", "=", matchId)
        .execute();
      const fields = { change: `Match undone: ${reason}` };
      await record(store, { name: "deposit.changed", by: user, subject: deposit.id, fields });
      return true;
    });
}
