import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { formatMoney } from "#lib/format/money.ts";
import {
  askedAmount,
  type FollowUpCommand,
  followUpForms,
  isOffered,
  isRefundCommand,
  originalCents,
  possibleCommands,
  reasonProblem,
  refundProblem,
  rightFor,
} from "#lib/forms/follow-up.ts";
import type { followUpForm } from "#lib/forms/follow-up-form.ts";
import { type FollowUp, toFollowUp } from "#lib/forms/to-follow-up.ts";
import { commands, givesMoneyBack, takesMoney } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { raisesPayment } from "#lib/payments/refund-totals.ts";
import { stateOf } from "#lib/payments/transaction-labels.ts";
import type { Read } from "#lib/read.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import type { PaymentActor } from "#server/auth/actor.ts";
import { drawerProblem } from "#server/books/drawer/required.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { env } from "#server/env.ts";
import { isKnownTransaction } from "#server/gateway-cache/known-transactions.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { asPayment, asReader } from "#server/gateway-client/caller.ts";
import type { ApprovalWay } from "../approvals/find-approval.ts";
import { isOwnReference } from "../attempts/attempt-queries.ts";
import { toAttempt } from "../attempts/attempt-row.ts";
import { stepsOf } from "../attempts/attempt-steps.ts";
import { findRow } from "../attempts/attempts.ts";
import { mayDo, missingRight } from "../missing-right.ts";
import type { Plan } from "../plan.ts";
import { isStop, otherContents, toResult } from "../run-result.ts";
import { runAttempt } from "../submit.ts";
import { loadLimits } from "./limits.ts";
import { readRefundTotals } from "./refund-totals.ts";

/**
 * Acts on a transaction: only what the gateway offers for it as it is now, and only with the right for it. What takes
 * money asks about a possible duplicate first; what gives money back never exceeds what is left of the payment. A refusal
 * means that nothing was recorded and nothing was sent.
 */
export function startFollowUp(
  person: PaymentActor,
  values: z.output<typeof followUpForm>,
  approval?: ApprovalWay,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  return asPayment(() => followUp(person, values, approval));
}

/** A key that nothing here has shown yet may be made up: it is read as any page is, within the person's share. */
async function readOriginal(key: string): Promise<Read<TransactionDetail>> {
  const isKnown = await isKnownTransaction(key);
  return isKnown
    ? readTransaction(key, { fresh: true, isForMoney: true })
    : asReader(() => readTransaction(key, { fresh: true }));
}

async function followUp(
  person: PaymentActor,
  values: z.output<typeof followUpForm>,
  approval: ApprovalWay | undefined,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const { command } = values;
  const missing = missingRight(person.role, [
    commands[command].right,
    ...(values.ignoreDuplicate ? (["overrideDuplicate"] as const) : []),
  ]);
  if (missing) return missing;
  const reason = reasonProblem(command, values);
  if (reason) return refuse(`${reason} Nothing was done.`, { reason });
  const known = await findSent(person, values);
  if (known) return known;
  const result = await act(person, values, approval);
  // It may have been recorded by the other of two, while this one read what that had changed.
  return result.ok ? result : ((await findSent(person, values)) ?? result);
}

/** Finds the attempt of a dialog that was sent before: it is one attempt, even if the transaction has changed since. */
async function findSent(
  person: PaymentActor,
  values: z.output<typeof followUpForm>,
): Promise<Result<Attempt, Refusal> | undefined> {
  const known = await findRow(values.attemptId);
  if (!known) return undefined;
  return isSameAction(person, values, known)
    ? ok(toAttempt(known, await stepsOf(known.id)))
    : refuse(otherContents);
}

async function act(
  person: PaymentActor,
  values: z.output<typeof followUpForm>,
  approval: ApprovalWay | undefined,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const { command, key } = values;
  const original = await readOriginal(key);
  if (original.kind !== "found") return refuse(`${original.message} Nothing was done.`);
  if (!isOffered(command, original.value)) return await notOffered(person, command, original.value);
  const changed = changedProblem(values, original.value);
  if (changed) return refuse(changed);
  const acting = toFollowUp(values, original.value, env().customFields);
  if (!acting.ok) return refuse(acting.message, acting.fields);
  const closed = acting.value.tender === "cash" && (await drawerProblem(person.drawer));
  if (closed) return refuse(closed);
  const limits = await loadLimits(person.role, values, {
    original: original.value,
    askedAt: original.readAt,
    cents: acting.value.amountCents,
  });
  if (!limits.ok) return limits;
  const plan = await planFollowUp(person, values, { followUp: acting.value, original: original.value });
  const counts = {
    right: rightFor(command, original.value),
    raisesAmount: raisesPayment(command, acting.value.amountCents, original.value),
  };
  const outcome = await runAttempt(person, { ...plan, ...limits.value, ...counts, approval, form: values });
  if (isStop(outcome)) return { ok: false, problem: outcome };
  if (outcome.kind === "over-limit") {
    const problem = `${outcome.problem} Nothing was sent.`;
    return askedAmount(command, original.value) ? refuse(problem, { amount: problem }) : refuse(problem);
  }
  return toResult(outcome);
}

/** Somebody else has changed the amount that the person decided by. A refund is limited by what is left as it is now. */
function changedProblem(
  { command, shownCents }: z.output<typeof followUpForm>,
  original: TransactionDetail,
): string | undefined {
  const cents = originalCents(original);
  if (shownCents === undefined || cents === undefined || cents === shownCents) return undefined;
  if (isRefundCommand(command, original)) return undefined;
  const money = formatMoney(cents, { code: original.currency });
  return `The amount of this payment has changed: it is now ${money}. Nothing was done. Close this and look at the payment again.`;
}

/** Why nothing was done with a payment that has changed since its page was read, and what is possible instead. */
async function notOffered(
  { role }: PaymentActor,
  command: FollowUpCommand,
  original: TransactionDetail,
): Promise<Result<never, Refusal>> {
  if (givesMoneyBack(command) && (await readRefundTotals(original)).leftCents === 0)
    return refuse(`${refundProblem(undefined, 0)} Nothing was done.`);
  const possible = possibleCommands(original)
    .filter((other) => mayDo(role, rightFor(other, original)))
    .map((other) => commands[other].label);
  const why = `${commands[command].label} is no longer possible. Its state is now: ${stateOf(original).word}. Nothing was done.`;
  return refuse(possible.length > 0 ? `${why} Possible now: ${possible.join(", ")}.` : why);
}

/** What would be sent, and the note to be stored with it. */
export async function planFollowUp(
  person: PaymentActor,
  values: z.output<typeof followUpForm>,
  { followUp, original }: { followUp: FollowUp; original: TransactionDetail },
): Promise<Plan> {
  const { command, key, attemptId, ignoreDuplicate } = values;
  return {
    ...followUp,
    attemptId,
    body: {
      ...(commands[command].reference !== "none" && (await carriedOver(original, person))),
      ...followUp.body,
      ...(ignoreDuplicate && takesMoney(command) && { ignore_duplicate: true }),
    },
    original: { key: original.key ?? key, before: original },
    note: followUpNote(person, values),
    // The drawer's report shows it beside the amount.
    ...(followUp.tender === "cash" && { kept: { drawer_reason: values.reason } }),
  };
}

/**
 * What a repeated or refunded payment keeps of the original: the gateway's duplicate detection compares the order id, and
 * its records go on naming the order, the invoice and the clerk. An order id that an earlier version of this console
 * wrote is its own reference, and would be taken for that attempt.
 */
async function carriedOver({ orderid, invoice, clerk }: TransactionDetail, { name }: PaymentActor) {
  const isOwn = orderid !== undefined && (await isOwnReference(orderid));
  return {
    ...(orderid && !isOwn && { orderid }),
    ...(invoice && { invoice }),
    clerk: clerk || name,
  };
}

/** Why it was done, and what the person had confirmed. */
function followUpNote(
  { name }: PaymentActor,
  { reason, ignoreDuplicate, confirmedDuplicates }: z.output<typeof followUpForm>,
): string | undefined {
  const notes = [
    ...(reason ? [`Reason: ${reason}`] : []),
    ...(ignoreDuplicate ? [`${name} skipped the gateway's duplicate detection`] : []),
    ...(confirmedDuplicates.length > 0 ? [`${name} confirmed that it is not a duplicate`] : []),
  ];
  return notes.join(". ") || undefined;
}

/** Whether a row was made by this person from these values, as far as they decide what moves or is changed. */
function isSameAction({ id }: PaymentActor, values: z.output<typeof followUpForm>, row: AttemptRow): boolean {
  if (row.user_id !== id || row.command !== values.command || row.original_before === null) return false;
  // Stored by submit.ts: the transaction when the amount was first checked against it, and the request.
  const before: TransactionDetail = JSON.parse(row.original_before);
  const sent: Record<string, unknown> = JSON.parse(row.request);
  const again = toFollowUp(values, before);
  const { fields = [] } = followUpForms[values.command];
  // What was not changed may have been carried over.
  const isSame = (name: string) =>
    isDeepStrictEqual(again.ok && again.value.body[name], sent[name]) ||
    (again.ok && again.value.body[name] === undefined && sent[name] === Object(before)[name]);
  return (
    [row.original_key, before.refnum].includes(values.key) &&
    again.ok &&
    (again.value.amountCents ?? null) === row.amount_cents &&
    [...fields, "amount_detail", "custom_fields", "lineitems"].every(isSame)
  );
}
