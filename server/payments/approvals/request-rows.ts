import type { Kysely, Transaction } from "kysely";
import type { ApprovalRequest, RequestState } from "#lib/payments/approval-request.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { RequestRow } from "#server/db/tables/payments/approval-requests.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";

/** All SQL on requests for approval. Each change is one conditional update: of two at once, one is made. */

type Store = Kysely<Database>;

/** States in which it may still lead to a payment. */
export const openStates = ["waiting", "approved"] as const satisfies readonly RequestState[];

export const findRequest = (id: string, store: Store = db()): Promise<RequestRow | undefined> =>
  select(store).where("id", "=", id).executeTakeFirst();

/** The one of an attempt that waits or is approved. */
export const findOpenRequest = (attemptId: string, store: Store = db()): Promise<RequestRow | undefined> =>
  select(store).where("attempt_id", "=", attemptId).where("state", "in", openStates).executeTakeFirst();

/** Those that wait for a decision, the oldest first. */
export const listWaitingRequests = (): Promise<RequestRow[]> =>
  select(db()).where("state", "=", "waiting").orderBy("asked_at").limit(maxShown).execute();

/** Those that this person asked for and that are open or ended since then (epoch ms), the newest first. */
export const listOwnRequests = (userId: string, since: number): Promise<RequestRow[]> =>
  select(db())
    .where("asked_by", "=", userId)
    .where(({ or, eb }) => or([eb("state", "in", openStates), eb("decided_at", ">=", since)]))
    .orderBy("asked_at", "desc")
    .limit(maxShown)
    .execute();

/** How many this person asked for since then (epoch ms), open or not. */
export async function countAskedSince(userId: string, since: number, store: Store): Promise<number> {
  const { asked } = await store
    .selectFrom("approval_requests")
    .where("asked_by", "=", userId)
    .where("asked_at", ">", since)
    .select(({ fn }) => fn.countAll<number>().as("asked"))
    .executeTakeFirstOrThrow();
  return Number(asked);
}

/** Those that were decided or ended since then (epoch ms), the newest first; with `userId` only those of this person. */
export const listEndedRequests = (since: number, userId?: string): Promise<RequestRow[]> =>
  select(db())
    .where("state", "!=", "waiting")
    .where("decided_at", ">=", since)
    .$if(userId !== undefined, (query) => query.where("asked_by", "=", userId ?? ""))
    .orderBy("decided_at", "desc")
    .limit(maxShown)
    .execute();

/** Those whose time is over. */
export const listOverdueRequests = (now: number): Promise<RequestRow[]> =>
  select(db()).where("state", "in", openStates).where("expires_at", "<=", now).execute();

export async function insertRequest(store: Store, row: RequestRow): Promise<void> {
  await store.insertInto("approval_requests").values(row).execute();
}

type Decision = { state: RequestState; by?: Actor; at: number; note?: string };

/** Moves one from one of these states, if its time is not over; one that expires is moved after it. False when it has left them. */
export async function moveRequest(
  store: Store,
  id: string,
  from: readonly RequestState[],
  { state, by, at, note }: Decision,
  expiresAt?: number,
): Promise<boolean> {
  const isOver = state !== "approved";
  const moved = await store
    .updateTable("approval_requests")
    .set({
      state,
      decided_at: at,
      // One that was approved and expires keeps who approved it.
      ...(state !== "expired" && {
        decided_by: by?.id ?? null,
        decided_by_name: by?.name ?? null,
        decision_note: note || null,
      }),
      ...(isOver && { digest: "", form: null }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    })
    .where("id", "=", id)
    .where("state", "in", from)
    .where("expires_at", state === "expired" ? "<=" : ">", at)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/**
 * Uses up what approves an attempt, in the commit that records it: the approved request of exactly this attempt. With a
 * signature at the workstation one that waits is done with. False when that approval is not there any more.
 */
export async function consumeRequest(
  store: Transaction<Database>,
  row: Pick<AttemptRow, "id" | "digest" | "amount_cents" | "prepared_at">,
  approver: { id: string; name: string; request?: string },
): Promise<boolean> {
  const { id, name, request } = approver;
  const used = await store
    .updateTable("approval_requests")
    .set({ state: "sent", digest: "", form: null })
    .$if(request === undefined, (query) =>
      query.set({ decided_by: id, decided_by_name: name, decided_at: row.prepared_at }),
    )
    .where("attempt_id", "=", row.id)
    .where("state", "in", openStates)
    .$if(request !== undefined, (query) =>
      query
        .where("id", "=", request ?? "")
        .where("state", "=", "approved")
        .where("decided_by", "=", id)
        .where("expires_at", ">", row.prepared_at)
        .where("cents", "=", row.amount_cents ?? 0)
        .where("digest", "=", row.digest),
    )
    .executeTakeFirst();
  return request === undefined || used.numUpdatedRows > 0n;
}

/** As the browser gets it. */
export function toRequest(row: RequestRow): ApprovalRequest {
  return {
    id: row.id,
    attemptId: row.attempt_id,
    command: row.command,
    right: row.money_right,
    cents: row.cents,
    ...(row.currency !== null && { currency: row.currency }),
    limit: JSON.parse(row.money_limit),
    over: row.over_limit,
    usedCents: row.used_cents,
    paymentMethod: row.payer,
    ...(row.invoice !== null && { invoice: row.invoice }),
    ...(row.transaction_key !== null && { transactionKey: row.transaction_key }),
    ...(row.original_cents !== null && { originalCents: row.original_cents }),
    ...(row.tip_cents !== null && { tipCents: row.tip_cents }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.note !== null && { note: row.note }),
    askedBy: row.asked_by_name,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    state: row.state,
    ...(row.decided_by_name !== null && { decidedBy: row.decided_by_name }),
    ...(row.decided_at !== null && { decidedAt: row.decided_at }),
    ...(row.decision_note !== null && { decisionNote: row.decision_note }),
    ...(row.form !== null && { canContinue: true }),
  };
}

const select = (store: Store) => store.selectFrom("approval_requests").selectAll();

const maxShown = 100;
