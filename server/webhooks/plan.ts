import { commands } from "#lib/gateway/commands.ts";
import { transactionDetail } from "#lib/gateway/transaction.ts";
import { toCents } from "#lib/money.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/journal/store.ts";
import type { Hint } from "./hint.ts";

/**
 * What an event is worth. `read`: one request. `known`: the gateway has already said the same to us. `wait`: it may
 * tell of a payment whose answer is still awaited. `nothing`: nobody here would learn anything from it.
 */
export type Plan =
  | { kind: "read"; lane: "resolve" | "background" }
  | { kind: "known"; reference: string }
  | { kind: "wait" }
  | { kind: "nothing" };

/** Decides by what the console keeps, at no cost to the gateway: a charge that was answered costs no second request. */
export async function planFor(hint: Hint): Promise<Plan> {
  const own = await attemptsOf(hint);
  const taken = own.some((attempt) => attempt.transaction_key === hint.key);
  const candidates = (await openAttempts()).filter((attempt) => mayBeOf(attempt, hint, taken));
  // One whose answer is on its way first: it may need the event should the answer be lost.
  if (candidates.some(({ state }) => state === "sent")) return { kind: "wait" };
  if (candidates.length > 0) return { kind: "read", lane: "resolve" };
  const known = own.find((attempt) => hasSaidSo(attempt, hint));
  if (known) return { kind: "known", reference: known.reference };
  // A returned check is news for everybody, also when another system took it.
  const isReturn = hint.type === "ach.returned" || hint.type === "ach.failed";
  return own.length > 0 || isReturn ? { kind: "read", lane: "background" } : { kind: "nothing" };
}

/** What this console made of the transaction or did to it: the payments that its pages show. */
function attemptsOf({ key, refnum }: Hint): Promise<AttemptRow[]> {
  const names = refnum === undefined ? [key] : [key, refnum];
  return db()
    .selectFrom("attempts")
    .selectAll()
    .where((where) => where.or([where("transaction_key", "=", key), where("original_key", "in", names)]))
    .execute();
}

/**
 * The attempts that an event could put right: those without an answer, and for as long as an event may be on its way
 * those that are taken to have moved nothing.
 */
function openAttempts(): Promise<AttemptRow[]> {
  return db()
    .selectFrom("attempts")
    .selectAll()
    .where((where) =>
      where.or([
        where("state", "in", ["sent", "unknown"]),
        where.and([
          where("state", "in", ["unsent", "refused", "resolved"]),
          where("transaction_key", "is", null),
          where("prepared_at", ">", Date.now() - deliveredWithinMs),
        ]),
      ]),
    )
    .execute();
}

/** The gateway goes on sending for three days. */
const deliveredWithinMs = 3 * 24 * 3_600_000;

/** Whether the gateway's own answer to this attempt says what the event says. */
function hasSaidSo(attempt: AttemptRow, { key, type, amountCents }: Hint): boolean {
  const answer = transactionDetail.safeParse(attempt.answer ? JSON.parse(attempt.answer) : undefined).data;
  if (!answer || !type) return false;
  const { result_code: code, amount = answer.auth_amount } = answer;
  const approved = code === "A" || code === "P";
  if (type === "transaction.sale.failure")
    return attempt.transaction_key === key && code !== undefined && !approved;
  const sameAmount = amount === undefined || amountCents === undefined || toCents(amount) === amountCents;
  return approved && commands[attempt.command].event === type && sameAmount;
}

/**
 * Whether the event may be what an attempt without an answer came to. Too wide costs a request, too narrow leaves it
 * to the resolver's other evidence. `taken`: the transaction is another attempt's already.
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
