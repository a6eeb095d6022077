import type { z } from "zod";
import type { followUpForm } from "#lib/forms/follow-up-form.ts";
import {
  type CommandName,
  commands,
  paysOut,
  restoresPayment,
  takesMoney,
  voidsPayment,
} from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { type PaymentChange, paymentChange } from "#lib/payments/refund-totals.ts";
import { isRefund } from "#lib/payments/transaction-labels.ts";
import type { Role } from "#lib/permissions.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { readToday } from "#server/books/index/read-today.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { currencyOf } from "../attempts/attempt-row.ts";
import { signedCents } from "../attempts/signed-cents.ts";
import type { Guard } from "../duplicate-guard.ts";
import { missingRight } from "../missing-right.ts";
import { readBalanceLimit } from "../orders/read-orders.ts";
import type { Plan } from "../plan.ts";
import { findBulkRow } from "./bulk-credits.ts";
import type { BalanceLimit } from "./order-balance.ts";
import type { PaymentLimit } from "./payment-limit.ts";
import { findRefundedPayment } from "./payment-reading.ts";
import { findMaking, findOthersAndUnnamed, findRefundedElsewhere } from "./refund-totals.ts";

type Limits = Pick<Plan, "guard" | "limit">;
/** `askedAt` is when the gateway was asked for the original, epoch ms. */
type Acted = { original: TransactionDetail; askedAt: number; cents: number | undefined };

/** What an action must not collide with or exceed: possible duplicates of a payment, what was given back of one already. */
export async function loadLimits(
  role: Role,
  values: z.output<typeof followUpForm>,
  { original, askedAt, cents }: Acted,
): Promise<Result<Limits, Refusal>> {
  const { command, confirmedDuplicates, ignoreDuplicate } = values;
  const guard = { confirmedDuplicates, skipsDuplicateCheck: ignoreDuplicate };
  if (restoresPayment(command)) return limitsOfUnvoid(role, guard, { original, askedAt, cents });
  if (voidsPayment(command) && isRefund(original)) {
    const limit = await limitOfRefundVoid(original);
    return ok(limit ? { limit } : {});
  }
  const change = paymentChange(command, cents, original);
  const limit = change && (await toLimit(change, values, { original, askedAt }));
  if (limit && !limit.ok) return limit;
  return ok({ ...(takesMoney(command) && { guard }), ...(limit && { limit: limit.value }) });
}

/**
 * Refunds that name no payment count only against a refund, and against a void without a reason. A quick refund and a void with
 * a reason are deliberate. A capture or a tip has no field for such a reason, and takes more money than it leaves.
 */
async function toLimit(
  change: PaymentChange,
  { command, reason }: z.output<typeof followUpForm>,
  { original, askedAt }: Omit<Acted, "cents">,
): Promise<Result<PaymentLimit, Refusal>> {
  const open = await readToday(true);
  if (open.kind !== "found") return unreadToday(open.message);
  const { others, unnamed } = await findOthersAndUnnamed(original, open.value);
  const asks = commands[command].money === "refunds" || (voidsPayment(command) && !reason);
  return ok({ change, original, askedAt, others, unnamed: asks ? unnamed : [] });
}

/** Without it a refund made elsewhere today might be missed. */
const unreadToday = (message: string) =>
  refuse(`Today's refunds could not be read. ${message} Nothing was done.`);

/**
 * Undoing the void of a sale takes money, and undoing the void of a refund gives it back: each as if it were new. The
 * payment of a refund is read again first, no matter who made the refund: this console, a bulk file, or others.
 */
async function limitsOfUnvoid(
  role: Role,
  guard: Guard,
  { original: voided, cents }: Acted,
): Promise<Result<Limits, Refusal>> {
  const made = await findMaking(voided);
  const refund = made.find(({ command }) => paysOut(command));
  const row = refund ? undefined : await findBulkRow(voided);
  if (!refund && !row && !isRefund(voided)) {
    const limit = made[0] && (await limitOfPart(made[0], { isUndone: true }));
    return ok({ guard: { ...guard, since: made[0]?.prepared_at }, ...(limit && { limit }) });
  }
  const command = refund?.command ?? row?.command;
  // A refund made elsewhere counts as one without a linked sale.
  const missing = missingRight(role, [command ? refundRight(command) : "quickRefund"]);
  if (missing) return missing;
  const open = await readToday(true);
  if (open.kind !== "found") return unreadToday(open.message);
  const key = refund?.original_key ?? row?.trankey ?? (await findRefundedElsewhere(voided, open.value))?.key;
  if (!key) return ok({});
  const payment = await readTransaction(key, { fresh: true, isForMoney: true });
  if (payment.kind !== "found")
    return refuse(`The refunded payment could not be read. ${payment.message} Nothing was done.`);
  const { others } = await findOthersAndUnnamed(payment.value, open.value);
  const { value: refunded, readAt } = payment;
  return ok({ limit: { change: { gives: cents }, original: refunded, askedAt: readAt, others } });
}

/** Voiding the refund of a payment takes its money back: what it had paid of an order may be collected otherwise by then. */
export async function limitOfRefundVoid(refund: TransactionDetail): Promise<BalanceLimit | undefined> {
  const payment = await findRefundedPayment(refund, { isForMoney: true });
  const [made] = payment ? await findMaking({ key: payment.key }) : [];
  const limit = made && (await limitOfPart(made, { isUndone: false }));
  return limit?.undone.includes(made?.id ?? "") ? limit : undefined;
}

/**
 * What this payment paid of an order may have been collected otherwise since it was undone. `isUndone`: it was, even if
 * something else was read of it last.
 */
async function limitOfPart(
  row: AttemptRow,
  { isUndone }: { isUndone: boolean },
): Promise<BalanceLimit | undefined> {
  const order = await readBalanceLimit(row);
  if (!order) return undefined;
  const { limit } = order;
  return {
    ...limit,
    undone: isUndone ? [...limit.undone, row.id] : limit.undone,
    cents: signedCents(row) ?? 0,
    currency: currencyOf(row).currency,
    restores: row.id,
  };
}

const refundRight = (command: CommandName) =>
  commands[command].right === "refund" ? "refund" : "quickRefund";
