import { sentFileStates } from "#lib/bulk/file/bulk-file.ts";
import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import { commands, restoresPayment, voidsPayment } from "#lib/gateway/commands.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import { DAY_MS } from "#lib/time.ts";
import { rereadSoon } from "#server/books/index/reread.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { listByEither } from "#server/payments/attempts/attempt-queries.ts";
import { listOpenToEvents } from "#server/payments/attempts/attempts-without-outcome.ts";
import type { Hint } from "./hint.ts";

/**
 * What to do about an event. `read`: one request. `known`: the gateway has already reported the same. `wait`: it may be
 * about a payment whose answer is still awaited. `nothing`: it concerns no payment of this console, and the index has it or
 * gets it from a list. `later`: the list of a bulk file that runs may show it.
 */
export type Plan =
  | { kind: "read"; priority: "resolve" | "background" }
  | { kind: "known"; reference: string }
  | { kind: "wait" }
  | { kind: "nothing" }
  | { kind: "later" };

/** Decides from the store alone, without a request: an answered charge costs no second one. */
export async function planFor(hint: Hint, receivedAt: number): Promise<Plan> {
  const own = await listByEither(hint.key, hint.refnum);
  const taken = own.some((attempt) => attempt.transaction_key === hint.key);
  const candidates = (await listOpenToEvents(Date.now() - deliveredWithinMs)).filter((attempt) =>
    mayBeOf(attempt, hint, taken),
  );
  // An attempt that awaits its answer comes first: it may need the event if the answer is lost.
  if (candidates.some(({ state }) => state === "sent")) return { kind: "wait" };
  if (candidates.length > 0) return { kind: "read", priority: "resolve" };
  const known = own.find((attempt) => hasReported(attempt, hint));
  if (known && !(await isReversed(known, own, hint))) return { kind: "known", reference: known.reference };
  // A returned check matters to all users, even if another system took it.
  const isReturn = hint.type === "ach.returned" || hint.type === "ach.failed";
  if (own.length > 0 || isReturn) return { kind: "read", priority: "background" };
  return planForOther(hint, receivedAt);
}

/** Another system's payment. What no list shows is read once, so that the index has it. */
async function planForOther({ key, isInBatch }: Hint, receivedAt: number): Promise<Plan> {
  const indexed = await db()
    .selectFrom("indexed_transactions")
    .select(["id", "read_at"])
    .where("id", "=", key)
    .executeTakeFirst();
  if (indexed && indexed.read_at < receivedAt) await rereadSoon(indexed.id);
  if (indexed || isInBatch) return { kind: "nothing" };
  // An event came for each of its rows.
  const isRecent = Date.now() - receivedAt < deliveredWithinMs;
  if (isRecent && (await isBulkListAwaited())) return { kind: "later" };
  return { kind: "read", priority: "background" };
}

async function isBulkListAwaited(): Promise<boolean> {
  const file = await db()
    .selectFrom("bulk_files")
    .select("id")
    .where("sent_at", ">", Date.now() - deliveredWithinMs)
    .where("state", "in", sentFileStates)
    .where((eb) =>
      eb.or([eb("group_seen", "is", null), eb("group_seen", "not like", '%"status":"Completed"%')]),
    )
    .limit(1)
    .executeTakeFirst();
  if (file) return true;
  const list = await db()
    .selectFrom("batch_syncs")
    .select("list_key")
    .where("kind", "=", "bulk")
    .where("done_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return list !== undefined;
}

/** The gateway retries deliveries for three days. */
const deliveredWithinMs = 3 * DAY_MS;

/** Whether the void or the undone void of this attempt was or may have been reversed since, here or elsewhere: the event may be of a second one. */
async function isReversed(
  { command }: AttemptRow,
  own: readonly AttemptRow[],
  { key, type }: Hint,
): Promise<boolean> {
  const isVoid = voidsPayment(command);
  if (!isVoid && !restoresPayment(command)) return false;
  const reverses = isVoid ? restoresPayment : voidsPayment;
  // Whichever came first: the clocks of two processes may not say.
  if (own.some((row) => reverses(row.command))) return true;
  const opposite = await db()
    .selectFrom("webhook_events")
    .select("event_id")
    .where("transaction_key", "=", key)
    .where("event_type", "in", ["transaction.sale.voided", "transaction.sale.unvoided"])
    .where("event_type", "!=", type ?? "")
    .limit(1)
    .executeTakeFirst();
  return opposite !== undefined;
}

/** Whether the gateway's answer to this attempt already reported what the event reports. */
function hasReported(attempt: AttemptRow, { key, type, amountCents }: Hint): boolean {
  const answer = transactionDetail.safeParse(attempt.answer ? JSON.parse(attempt.answer) : undefined).data;
  if (!answer || !type) return false;
  const { result_code: code, amount = answer.auth_amount } = answer;
  const approved = isApprovedCode(code);
  if (type === "transaction.sale.failure")
    return attempt.transaction_key === key && code !== undefined && !approved;
  const sameAmount = amount === undefined || amountCents === undefined || toCents(amount) === amountCents;
  return approved && commands[attempt.command].event === type && sameAmount;
}

/**
 * Whether the event may be the result of an attempt without an answer. A false yes costs a request; a false no leaves the
 * attempt to lookups. `taken`: the transaction already belongs to another attempt.
 */
function mayBeOf(attempt: AttemptRow, hint: Hint, taken: boolean): boolean {
  if (hint.orderid !== undefined && hint.orderid === attempt.reference) return true;
  if (attempt.original_key === hint.key || (hint.refnum && attempt.original_key === hint.refnum)) return true;
  if (taken || commands[attempt.command].reference === "none") return false;
  const tender = attempt.tender === "token" ? "card" : attempt.tender;
  if (hint.tender !== undefined && hint.tender !== tender) return false;
  const { amount_cents: asked } = attempt;
  if (asked === null || hint.amountCents === undefined) return true;
  return hint.amountCents === asked || (hint.resultCode === "P" && hint.amountCents < asked);
}
