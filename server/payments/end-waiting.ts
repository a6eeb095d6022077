import type { Transaction } from "kysely";
import type { AuditActor } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { findRow, type Move, moveAttempts, moveAttemptsIn } from "./attempts/attempts.ts";
import { listWaitingOf } from "./attempts/payment-queries.ts";

/**
 * Ends what these people have waiting to be sent, as unsent, in the commit that disables them and before that records anything. Where
 * one is sent at the same instant, exactly one of the two happens.
 */
export async function endWaitingOf(
  store: Transaction<Database>,
  userIds: readonly string[],
  by?: AuditActor,
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await listWaitingOf(store, userIds);
  if (rows.length > 0)
    await moveAttemptsIn(
      store,
      rows.map((row) => toEnded(row, by)),
    );
}

/**
 * Whether one that has waited is to be sent now: it was not stopped. One that was recorded while its person was being disabled ends
 * here.
 */
export async function isStillToSend(attemptId: string): Promise<boolean> {
  const row = await findRow(attemptId);
  if (row?.state !== "prepared") return false;
  const person = await db()
    .selectFrom("users")
    .select("disabled")
    .where("id", "=", row.user_id)
    .executeTakeFirst();
  if (person?.disabled !== 1) return true;
  await moveAttempts([toEnded(row)]);
  return false;
}

function toEnded({ id, user_name }: { id: string; user_name: string }, by?: AuditActor): Move {
  const message = `Not sent: ${user_name} was disabled.`;
  return {
    id,
    from: ["prepared"],
    change: { state: "unsent", outcome_at: Date.now(), problem: JSON.stringify({ message }) },
    step: { kind: "unsent", text: `${message} Nothing was sent.` },
    ...(by && { by }),
  };
}
