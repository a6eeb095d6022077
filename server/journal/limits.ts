import type { z } from "zod";
import { formatMoney } from "#lib/format/money.ts";
import type { FollowUpCommand, followUpForm } from "#lib/forms/follow-up.ts";
import { commands, givesMoneyBack, takesMoney } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import type { Role } from "#lib/permissions.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { isRefund } from "#lib/transaction-state.ts";
import { db } from "#server/db/db.ts";
import { readTransaction } from "#server/ledger/transactions.ts";
import type { Brake } from "./brake.ts";
import { crediting, findOthersAndUnnamed, readGivenBack } from "./given-back.ts";
import type { Guard } from "./hold.ts";
import { missingRight } from "./missing-right.ts";
import type { Plan } from "./run.ts";
import { type AttemptRow, tookEffect } from "./store.ts";

type Limits = Pick<Plan, "guard" | "brake">;

/** What an action must not collide with or exceed: possible duplicates of a payment, what is left of a refunded one. */
export async function limitsOf(
  role: Role,
  { command, confirmedSiblings, ignoreDuplicate }: z.output<typeof followUpForm>,
  original: TransactionDetail,
): Promise<Result<Limits, Refusal>> {
  const guard = { confirmedSiblings, isSecond: ignoreDuplicate };
  if (command === "unvoid") return limitsOfUnvoid(role, guard, original);
  if (takesMoney(command)) return ok({ guard });
  if (voidsPayment(command)) return await limitsOfVoid(original);
  if (givesMoneyBack(command)) return ok({ brake: await toBrake(command, original) });
  return ok({});
}

/** A quick refund is a credit of its own, with its own right and a reason: no refund that names nothing stops it. */
async function toBrake(command: FollowUpCommand, original: TransactionDetail): Promise<Brake> {
  const { others, unnamed } = await findOthersAndUnnamed(original, { live: true });
  return { original, others, unnamed: command === "quickrefund" ? [] : unnamed };
}

const voidsPayment = (command: FollowUpCommand) =>
  commands[command].right === "void" && commands[command].event === "transaction.sale.voided";

/** Voiding a payment that was refunded already gives the money back twice. */
async function limitsOfVoid(original: TransactionDetail): Promise<Result<Limits, Refusal>> {
  if (isRefund(original)) return ok({});
  const { givenCents } = await readGivenBack(original);
  if (givenCents === 0) return ok({});
  const given = formatMoney(givenCents, { code: original.currency });
  return refuse(`${given} of this payment was given back already. Void that refund first. Nothing was done.`);
}

/** Undoing the void of a sale takes money, and undoing the void of a refund gives it back: each as if it were new. */
async function limitsOfUnvoid(
  role: Role,
  guard: Guard,
  voided: TransactionDetail,
): Promise<Result<Limits, Refusal>> {
  const made = await findMaking(voided);
  const refund = made.find(({ command }) => crediting.includes(command));
  if (!refund && !isRefund(voided)) return ok({ guard: { ...guard, since: made[0]?.prepared_at } });
  // Of a refund made elsewhere the console knows no payment: it counts as one without a linked sale.
  const missing = missingRight(role, [refund ? refundRight(refund) : "quickRefund"]);
  if (missing) return missing;
  if (!refund?.original_key) return ok({});
  const payment = await readTransaction(refund.original_key, { fresh: true });
  if (payment.kind !== "found")
    return refuse(`The refunded payment could not be read. ${payment.message} Nothing was done.`);
  const { others } = await findOthersAndUnnamed(payment.value, { live: true });
  return ok({ brake: { original: payment.value, others } });
}

/** The commands of this console that made a transaction, the first one first; not those that only changed it. */
async function findMaking({ key, refnum }: TransactionDetail): Promise<AttemptRow[]> {
  const names = [key, refnum].flatMap((name) => name ?? []);
  if (names.length === 0) return [];
  const rows = await db()
    .selectFrom("attempts")
    .selectAll()
    .where("transaction_key", "in", names)
    .orderBy("prepared_at")
    .execute();
  return rows.filter((row) => row.transaction_key !== row.original_key && tookEffect(row));
}

const refundRight = ({ command }: AttemptRow) =>
  commands[command].right === "refund" ? "refund" : "quickRefund";
