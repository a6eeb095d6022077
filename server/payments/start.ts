import type { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import { toCharge } from "#lib/charge/request.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { rightsOf, type ValidCharge } from "#lib/charge/values.ts";
import {
  type FollowUp,
  followUps,
  isOffered,
  reasonProblem,
  refundProblem,
  toFollowUp,
} from "#lib/forms/follow-up.ts";
import type { followUpForm } from "#lib/forms/follow-up-form.ts";
import { commands, givesMoneyBack, takesMoney } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import type { Role } from "#lib/permissions.ts";
import type { Read } from "#lib/read.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { stateOf } from "#lib/transaction-labels.ts";
import type { AttemptRow } from "#server/db/tables/attempts.ts";
import { isKnownTransaction } from "#server/gateway-cache/known-transactions.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { asPayment, asReader } from "#server/gateway-client/caller.ts";
import { isOwnReference } from "./attempt-queries.ts";
import { stepsOf } from "./attempt-steps.ts";
import { findAttempt, findRow, isUnsettled, toAttempt } from "./attempts.ts";
import { findPresent, readRest } from "./find-present.ts";
import { readGivenBack } from "./given-back.ts";
import { limitsOf } from "./limits.ts";
import { missingRight } from "./missing-right.ts";
import type { OverLimit } from "./payment-limit.ts";
import { leftByApproval, type RestLimit, restProblem } from "./rest.ts";
import { type Plan, runAttempt } from "./submit.ts";

/** The two ways to start a money command. A refusal here means that nothing was recorded and nothing was sent. */

type Person = { id: string; name: string; role: Role };

/** Takes a payment. */
export async function startCharge(
  person: Person,
  values: ValidCharge,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const missing = missingRight(person.role, [
    "charge",
    ...rightsOf(values),
    ...(values.ignoreDuplicate || values.blockOverride ? (["overrideDuplicate"] as const) : []),
  ]);
  if (missing) return missing;
  const charge = toCharge(values);
  const rest = await toRestLimit(values, charge.amountCents);
  if (!rest.ok) return rest;
  const outcome = await runAttempt(person, {
    attemptId: values.attemptId,
    ...charge,
    body: { ...charge.body, clerk: person.name },
    guard: {
      confirmedDuplicates: values.confirmedDuplicates,
      override: values.blockOverride?.attemptId,
      isSecond: values.ignoreDuplicate,
    },
    note: await overrideNote(person, values),
    ...(values.completes && { completes: rest.value?.completes ?? values.completes }),
    ...(rest.value && { limit: rest.value }),
  });
  if (outcome.kind === "held" || outcome.kind === "needs-confirmation")
    return { ok: false, problem: outcome };
  if (outcome.kind === "over-limit")
    return refuse(`${outcome.problem} Nothing was sent.`, { amount: outcome.problem });
  const result = toResult(outcome);
  // What its order still lacks belongs to the answer.
  return result.ok && result.value.completes
    ? ok((await findPresent(values.attemptId)) ?? result.value)
    : result;
}

/**
 * What a payment toward the rest of a partial approval must not exceed, whichever payment of that order it names. A form
 * that was sent before has its attempt already: that one is not compared with itself.
 */
async function toRestLimit(
  { completes, attemptId }: ValidCharge,
  cents: number,
): Promise<Result<RestLimit | undefined>> {
  if (!completes || (await findRow(attemptId))) return ok(undefined);
  const row = await findRow(completes);
  if (row && isUnsettled(row)) return refuse("That payment has no answer yet. Nothing was sent.");
  const order = row && leftByApproval(row) !== undefined ? await readRest(row) : undefined;
  if (!order)
    return refuse("That payment was not approved in part: it has no rest to collect. Nothing was sent.");
  const { rest, undone } = order;
  if (rest.isUndone) return refuse("The approved part of that payment was undone. Nothing was sent.");
  const isSettling = rest.parts.some((part) => part.isSettling);
  const problem = restProblem(cents, rest.openCents, isSettling);
  if (problem) return refuse(`${problem} Nothing was sent.`, { amount: problem });
  return ok({ completes: rest.first.attemptId, restCents: rest.cents, undone, cents });
}

/** Who overrode the duplicate block or the duplicate check, and why. */
async function overrideNote(
  { name }: Person,
  { blockOverride, ignoreDuplicate, duplicateReason }: ValidCharge,
): Promise<string | undefined> {
  const notes: string[] = [];
  if (blockOverride) {
    const blocking = await findAttempt(blockOverride.attemptId);
    notes.push(
      `${name} charged past the hold of attempt ${blocking?.reference ?? "?"}: ${blockOverride.reason}`,
    );
  }
  if (ignoreDuplicate) notes.push(`${name} charged past the duplicate check: ${duplicateReason}`);
  return notes.join(". ") || undefined;
}

/**
 * Acts on a transaction: only what the gateway offers for it as it is now, and only with the right for it. What takes
 * money asks about a possible duplicate first; what gives money back never exceeds what is left of the payment.
 */
export function startFollowUp(
  person: Person,
  values: z.output<typeof followUpForm>,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  return asPayment(() => followUp(person, values));
}

/** A key that nothing here has shown yet may be made up: it is read as any page is, within the person's share. */
async function readOriginal(key: string): Promise<Read<TransactionDetail>> {
  const isKnown = await isKnownTransaction(key);
  return isKnown
    ? readTransaction(key, { fresh: true, isForMoney: true })
    : asReader(() => readTransaction(key, { fresh: true }));
}

async function followUp(
  person: Person,
  values: z.output<typeof followUpForm>,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const { command, key } = values;
  const missing = missingRight(person.role, [
    commands[command].right,
    ...(values.ignoreDuplicate ? (["overrideDuplicate"] as const) : []),
  ]);
  if (missing) return missing;
  const reason = reasonProblem(command, values);
  if (reason) return refuse(`${reason} Nothing was done.`, { reason });
  // The same dialog sent twice: by then the transaction may have changed, but the attempt is the same.
  const known = await findRow(values.attemptId);
  if (known)
    return isSameAction(person, values, known)
      ? ok(toAttempt(known, await stepsOf(known.id)))
      : refuse(otherContents);
  const original = await readOriginal(key);
  if (original.kind !== "found") return refuse(`${original.message} Nothing was done.`);
  if (!isOffered(command, original.value)) {
    if (givesMoneyBack(command) && (await readGivenBack(original.value)).leftCents === 0)
      return refuse(`${refundProblem(undefined, 0)} Nothing was done.`);
    return refuse(
      `${commands[command].label} is not possible any more. State now: ${stateOf(original.value).word}. Nothing was done.`,
    );
  }
  const acting = toFollowUp(values, original.value);
  if (!acting.ok) return refuse(acting.message, { amount: acting.message });
  const limits = await limitsOf(person.role, values, {
    original: original.value,
    cents: acting.value.amountCents,
  });
  if (!limits.ok) return limits;
  const plan = await toPlan(person, values, { followUp: acting.value, original: original.value });
  const outcome = await runAttempt(person, { ...plan, ...limits.value });
  if (outcome.kind === "held" || outcome.kind === "needs-confirmation")
    return { ok: false, problem: outcome };
  if (outcome.kind === "over-limit") {
    const problem = `${outcome.problem} Nothing was sent.`;
    return followUps[command] === "none" ? refuse(problem) : refuse(problem, { amount: problem });
  }
  return toResult(outcome);
}

async function toPlan(
  person: Person,
  values: z.output<typeof followUpForm>,
  { followUp, original }: { followUp: FollowUp; original: TransactionDetail },
): Promise<Plan> {
  const { command, key, attemptId, ignoreDuplicate } = values;
  return {
    ...followUp,
    attemptId,
    body: {
      ...followUp.body,
      ...(commands[command].reference !== "none" && (await carriedOver(original, person))),
      ...(ignoreDuplicate && takesMoney(command) && { ignore_duplicate: true }),
    },
    original: { key: original.key ?? key, before: original },
    note: followUpNote(person, values),
  };
}

/**
 * What a repeated or refunded payment keeps of the original: the gateway's duplicate check compares the order id, and
 * its records go on naming the order, the invoice and the clerk. An order id that an earlier version of this console
 * wrote is its own reference, and would be taken for that attempt.
 */
async function carriedOver({ orderid, invoice, clerk }: TransactionDetail, { name }: Person) {
  const isOwn = orderid !== undefined && (await isOwnReference(orderid));
  return {
    ...(orderid && !isOwn && { orderid }),
    ...(invoice && { invoice }),
    clerk: clerk || name,
  };
}

/** Why it was done, and what the person had confirmed. */
function followUpNote(
  { name }: Person,
  { reason, ignoreDuplicate, confirmedDuplicates }: z.output<typeof followUpForm>,
): string | undefined {
  const notes = [
    ...(reason ? [`Reason: ${reason}`] : []),
    ...(ignoreDuplicate ? [`${name} went past the duplicate check`] : []),
    ...(confirmedDuplicates.length > 0 ? [`${name} confirmed that it is not a duplicate`] : []),
  ];
  return notes.join(". ") || undefined;
}

/** Whether a row was made by this person from these values, as far as they decide what moves. */
function isSameAction({ id }: Person, values: z.output<typeof followUpForm>, row: AttemptRow): boolean {
  if (row.user_id !== id || row.command !== values.command || row.original_before === null) return false;
  // Stored by submit.ts: the transaction when the amount was first checked against it.
  const before: TransactionDetail = JSON.parse(row.original_before);
  const again = toFollowUp(values, before);
  return (
    [row.original_key, before.refnum].includes(values.key) &&
    again.ok &&
    (again.value.amountCents ?? null) === row.amount_cents
  );
}

const otherContents =
  "This form was already sent with other contents. Nothing more was done: look at the first one's result, then open a new form.";

type Outcome = Exclude<Awaited<ReturnType<typeof runAttempt>>, ChargeStop | OverLimit>;

function toResult(outcome: Outcome): Result<Attempt> {
  switch (outcome.kind) {
    case "attempt":
      return ok(outcome.attempt);
    case "other-contents":
      return refuse(otherContents);
    case "busy":
      return refuse(
        "Another action on this payment is still running or its answer was lost. Nothing was done. Wait until it is settled.",
      );
  }
}
