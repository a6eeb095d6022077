import type { Attempt, CurrentPayment } from "#lib/attempt.ts";
import { originalCents } from "#lib/forms/follow-up.ts";
import {
  commandRow,
  commands,
  paysOut,
  restoresPayment,
  takesMoney,
  voidsPayment,
} from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import {
  paymentChange,
  type RefundTotals,
  toRefundTotals,
  toSentRefunds,
} from "#lib/payments/refund-totals.ts";
import {
  type CurrentState,
  hasAppearance,
  isUndone,
  phaseOf,
  refundState,
} from "#lib/payments/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { findCreditedNames } from "#server/gateway-cache/credits.ts";
import { listByOriginal } from "../attempts/attempt-queries.ts";
import { hasNoOutcome, toAttempt, tookEffect } from "../attempts/attempt-row.ts";
import { signedCents } from "../attempts/signed-cents.ts";
import { findPaidOut } from "./bulk-credits.ts";
import { findVoided, isDecided, readRefundTotals, toOwnCredit } from "./refund-totals.ts";

/** `isConfirmed`: without what only a person decided, of which the gateway has shown nothing. */
type ReadOptions = { isConfirmed?: boolean };

/**
 * Attempts with the current state of the payments they made: what was done since, here or elsewhere, as far as attempts,
 * the gateway cache and the gateway's events show. Costs no request.
 */
export async function toCurrentAttempts(
  rows: readonly AttemptRow[],
  { isConfirmed = false }: ReadOptions = {},
): Promise<Attempt[]> {
  const keys = rows.flatMap((row) => (tookEffect(row) ? (row.transaction_key ?? []) : []));
  const known = await readKnown([...new Set(keys)], rows, { isConfirmed });
  const elsewhere = await readCreditedElsewhere(rows, known, { isConfirmed });
  return rows.map((row) => ({
    ...toAttempt(row, []),
    current: toCurrent(row, known, elsewhere.get(row.transaction_key ?? "")),
  }));
}

/** What was given back on payments that a refund made elsewhere or a bulk file names, by their keys. */
async function readCreditedElsewhere(
  rows: readonly AttemptRow[],
  known: Known,
  options: ReadOptions,
): Promise<Map<string, RefundTotals>> {
  const payments = rows.filter((row) => isPayment(row)).map((row) => toOriginal(row, known));
  const oldest = Math.min(...rows.map(({ prepared_at }) => prepared_at), Date.now());
  const credited = await findCreditedNames(
    payments.flatMap(({ orderid, invoice }) => [orderid, invoice].flatMap((name) => name || [])),
    oldest,
  );
  const inFiles = await findPaidOut(payments);
  const touched = payments.filter(
    ({ key, refnum, orderid, invoice }) =>
      [orderid, invoice].some((name) => name && credited.has(name)) ||
      [key, refnum].some((name) => name && inFiles.has(name)),
  );
  const refundTotals = new Map<string, RefundTotals>();
  for (const original of touched)
    refundTotals.set(original.key ?? "", await readRefundTotals(original, options));
  return refundTotals;
}

const isPayment = (row: AttemptRow) =>
  tookEffect(row) &&
  takesMoney(row.command) &&
  row.transaction_key !== null &&
  row.transaction_key !== row.original_key;

/**
 * What became of these payments since they were made, by their keys: the latest that is known of each. `cents` are what each
 * came to, to judge this console's refunds on it by. Costs no request.
 */
export async function readLaterStates(
  payments: readonly { key: string; cents: number | null }[],
): Promise<Map<string, CurrentState>> {
  const known = await readKnown(
    payments.map(({ key }) => key),
    [],
  );
  return new Map(
    payments.flatMap(({ key, cents }) => {
      const state = laterState(key, known);
      if (isUndone(state)) return state ? [[key, state] as const] : [];
      const refunded = (known.actions.get(key) ?? [])
        .filter((action) => paysOut(action.command) && tookEffect(action))
        .filter(({ transaction_key }) => !known.voidedRefunds.has(transaction_key ?? ""))
        .reduce((sum, { amount_cents }) => sum + (amount_cents ?? cents ?? 0), 0);
      if (refunded > 0) return [[key, refunded >= (cents ?? 0) ? "refunded" : "partlyRefunded"] as const];
      return state ? [[key, state] as const] : [];
    }),
  );
}

type Known = {
  /** What was done to each payment by this console, oldest first. */
  actions: Map<string | null, AttemptRow[]>;
  cached: Map<string, { detail: TransactionDetail; readAt: number }>;
  events: Map<string | null, { event_type: string; received_at: number }[]>;
  voidedRefunds: Set<string>;
  closedBatches: Set<string>;
};

async function readKnown(
  keys: readonly string[],
  rows: readonly AttemptRow[],
  { isConfirmed = false }: ReadOptions = {},
): Promise<Known> {
  if (keys.length === 0)
    return {
      actions: new Map(),
      cached: new Map(),
      events: new Map(),
      voidedRefunds: new Set(),
      closedBatches: new Set(),
    };
  const actions = (await listByOriginal(keys)).filter((row) => !isConfirmed || !isDecided(row));
  const cached = await db()
    .selectFrom("cached_transactions")
    .select(["key", "detail", "read_at"])
    .where("key", "in", keys)
    .execute();
  const events = await db()
    .selectFrom("webhook_events")
    .select(["transaction_key", "event_type", "received_at"])
    .where("transaction_key", "in", keys)
    .where("event_type", "in", Object.keys(eventStates))
    .execute();
  const refunds = actions.flatMap((row) => (paysOut(row.command) ? (row.transaction_key ?? []) : []));
  const details = cached.map(
    ({ key, detail, read_at }) =>
      [key, { detail: JSON.parse(detail) as TransactionDetail, readAt: read_at }] as const, // written by noteRead
  );
  const batches = [
    ...[...rows, ...actions].map(batchOfAnswer),
    ...details.map(([, { detail }]) => detail.batch?.key),
  ];
  return {
    actions: Map.groupBy(actions, ({ original_key }) => original_key),
    cached: new Map(details),
    events: Map.groupBy(events, ({ transaction_key }) => transaction_key),
    voidedRefunds: await findVoided(db(), refunds),
    closedBatches: await findClosedBatches(batches.flatMap((key) => key ?? [])),
  };
}

async function findClosedBatches(keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const closed = await db()
    .selectFrom("cached_batches")
    .select("key")
    .where("key", "in", [...new Set(keys)])
    .where("closed", "=", 1)
    .execute();
  return new Set(closed.map(({ key }) => key));
}

function batchOfAnswer({ answer }: AttemptRow): string | undefined {
  return answer === null ? undefined : transactionDetail.parse(JSON.parse(answer)).batch?.key;
}

export const eventStates: Record<string, CurrentState | "undone"> = {
  "transaction.sale.voided": "voided",
  "transaction.sale.unvoided": "undone",
  "transaction.refund.voided": "voided",
  "ach.voided": "voided",
  "ach.submitted": "submitted",
  "ach.settled": "settled",
  "ach.returned": "returned",
  "ach.failed": "error",
};

function toCurrent(row: AttemptRow, known: Known, elsewhere: RefundTotals | undefined): CurrentPayment {
  const base: CurrentPayment = { refundedCents: 0 };
  if (!tookEffect(row) || row.transaction_key === null) return base;
  // What acted on a payment leaves the state to the row that made it.
  if (row.transaction_key === row.original_key)
    return isFollowed(row, known) ? { ...base, isFollowed: true } : base;
  const cents = isPayment(row) ? laterCents(row, row.transaction_key, known) : undefined;
  if (cents !== undefined) base.cents = cents;
  const original = toOriginal(row, known);
  const credits = (known.actions.get(row.transaction_key) ?? []).filter(
    (action) => paysOut(action.command) && (hasNoOutcome(action) || tookEffect(action)),
  );
  const refundTotals = toSentRefunds(
    elsewhere ?? toRefundTotals(original, credits.map(toOwnCredit), [], known.voidedRefunds),
  );
  const later = laterState(row.transaction_key, known);
  const isPending = later === undefined || later === "pending";
  const state = isPending && isInClosedBatch(row, row.transaction_key, known) ? "settled" : later;
  const isGone = state === "voided" || state === "released" || state === "returned";
  const refunded = refundState(refundTotals);
  if (!refunded || isGone) return { ...base, ...(state && { state }) };
  return { ...base, refundedCents: refundTotals.refundedCents, state: refunded };
}

const isFollowed = (row: AttemptRow, known: Known) =>
  (known.actions.get(row.transaction_key) ?? []).some(
    (action) => action.prepared_at > row.prepared_at && action.id !== row.id && tookEffect(action),
  );

/** What the payment amounts to since it was captured or changed; undefined while that is what its answer approved. */
function laterCents(row: AttemptRow, key: string, known: Known): number | undefined {
  const reports: { at: number; cents: number | undefined }[] = [];
  const cached = known.cached.get(key);
  // A reading need not repeat that only a part was approved.
  const { result_code } = transactionDetail.parse(JSON.parse(row.answer ?? "{}"));
  if (cached) reports.push({ at: cached.readAt, cents: originalCents({ result_code, ...cached.detail }) });
  for (const action of known.actions.get(key) ?? []) {
    if (!tookEffect(action)) continue;
    const before = transactionDetail.parse(JSON.parse(action.original_before ?? "{}"));
    const change = paymentChange(action.command, action.amount_cents ?? undefined, before);
    if (change && "leaves" in change) reports.push({ at: action.outcome_at ?? 0, cents: change.leaves });
  }
  // What was voided or taken out of its batch keeps its amount: its state shows the rest.
  const last = reports.sort((one, other) => one.at - other.at).findLast(({ cents }) => cents);
  return last?.cents === signedCents(row) ? undefined : last?.cents;
}

/** Closing its batch settles a pending payment, even if it was not read since. */
function isInClosedBatch(row: AttemptRow, key: string, known: Known): boolean {
  let batch = batchOfAnswer(row);
  let at = row.outcome_at ?? 0;
  for (const action of known.actions.get(key) ?? []) {
    if (!tookEffect(action) || action.transaction_key !== key) continue;
    // Taken out, it is in none until it is captured.
    if (commands[action.command].money === "postpones") batch = undefined;
    else batch = batchOfAnswer(action) ?? batch;
    at = action.outcome_at ?? at;
  }
  const cached = known.cached.get(key);
  if (cached && cached.readAt > at) batch = cached.detail.batch?.key;
  return batch !== undefined && known.closedBatches.has(batch);
}

/** The payment as the gateway showed it last, or as its answer did: that need not repeat what it is for. */
function toOriginal({ transaction_key, answer, request, amount_cents }: AttemptRow, known: Known) {
  const { orderid, invoice, creditcard, check } = JSON.parse(request);
  const detail: TransactionDetail =
    known.cached.get(transaction_key ?? "")?.detail ?? transactionDetail.parse(JSON.parse(answer ?? "{}"));
  const names = { orderid, invoice, creditcard, check };
  const amount = detail.amount ?? detail.auth_amount ?? toDecimal(amount_cents ?? 0);
  return {
    ...names,
    ...detail,
    ...(transaction_key && { key: transaction_key }),
    amount,
  } as TransactionDetail; // every field of it may be missing
}

const lagMs = 60_000;

/** The latest of what was done to it here, what the gateway showed of it, and what its events reported. */
function laterState(key: string, known: Known): CurrentState | undefined {
  const reports: { at: number; state: CurrentState | "undone" }[] = [];
  const cached = known.cached.get(key);
  const phase = cached && phaseOf(cached.detail);
  const actions = (known.actions.get(key) ?? []).filter(tookEffect);
  if (cached && phase && hasAppearance(phase)) {
    const voidedAt = Math.max(
      0,
      ...actions.filter(({ command }) => voidsPayment(command)).map(({ outcome_at }) => outcome_at ?? 0),
    );
    // A gateway may show a payment for a moment as it was before its void.
    const isVoid = phase === "voided" || phase === "released";
    const isLate = !isVoid && cached.readAt > voidedAt && cached.readAt < voidedAt + lagMs;
    if (!isLate) reports.push({ at: cached.readAt, state: phase });
  }
  for (const action of actions) {
    const state = commandRow(action.command).becomes;
    if (state) reports.push({ at: action.outcome_at ?? 0, state });
  }
  // After an undone void an event that comes late may be the one of the earlier void.
  const isRestored = actions.some(({ command }) => restoresPayment(command));
  for (const { event_type, received_at } of known.events.get(key) ?? []) {
    const state = eventStates[event_type];
    if (state && !(isRestored && state === "voided")) reports.push({ at: received_at, state });
  }
  // Events come in any order, and nothing follows a return.
  if (reports.some(({ state }) => state === "returned")) return "returned";
  const last = reports.sort((one, other) => one.at - other.at).at(-1)?.state;
  // An event says of a void alone that it was one; what was released is never unvoided.
  if (last === "voided" && reports.some(({ state }) => state === "released")) return "released";
  return last === "undone" ? undefined : last;
}
