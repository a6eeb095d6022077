import type { Attempt } from "#lib/attempt.ts";
import { originalCents } from "#lib/forms/follow-up.ts";
import { commands, takesMoney } from "#lib/gateway/commands.ts";
import { toCents, toDecimal } from "#lib/money.ts";
import { type ApprovalAsk, addedCents } from "#lib/payments/approval.ts";
import type { PaymentActor } from "#server/auth/actor.ts";
import { NoOpenShiftError } from "#server/books/drawer/required.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { failpoint } from "#server/failpoint.ts";
import { log } from "#server/log.ts";
import { listApprovers } from "./approvals/approvers.ts";
import { endUseless, findApproval } from "./approvals/find-approval.ts";
import {
  type MoneyCheck,
  moneyCheckOf,
  NeedsApprovalError,
  NeedsNoApprovalError,
} from "./approvals/within-limits.ts";
import { findRunning } from "./attempts/attempt-queries.ts";
import { findRow, insertPrepared, type NewAttempt, requireAttempt } from "./attempts/attempts.ts";
import { IdCanceledError } from "./attempts/canceled-ids.ts";
import { newReference } from "./attempts/reference.ts";
import { fingerprintOf, fingerprintOfOriginal } from "./card-data/fingerprint.ts";
import { redactRequest } from "./card-data/redact.ts";
import { isSameRequest } from "./card-data/request-digest.ts";
import { isDelayed, waitText } from "./delayed-refunds.ts";
import { insertGuarded } from "./duplicate-guard.ts";
import { insertLimited } from "./follow-up/payment-limit.ts";
import { type Plan, requestOf } from "./plan.ts";
import { processId } from "./recovery/alive.ts";
import type { RunProblem } from "./run-result.ts";

export type Prepared =
  | { kind: "prepared"; reference: string; delayedUntil: number | null }
  | { kind: "attempt"; attempt: Attempt }
  | RunProblem;

/**
 * Records the command in the store, before anything is sent. Returns why it may not be sent where it is not recorded: this
 * attempt exists, another action runs on the transaction, an approval is missing.
 */
export async function prepare(
  person: PaymentActor,
  plan: Plan,
  digest: string,
  { tries = 1, ...approval }: Pick<MoneyCheck, "approver" | "onlyAsks"> & { tries?: number } = {},
): Promise<Prepared> {
  failpoint("payments.before-intent");
  const reference = newReference();
  const { label } = commands[plan.command];
  try {
    const row = await toRow(person, plan, { digest, reference, ...approval });
    if (approval.onlyAsks && !row.money) return { kind: "within-limits" };
    const delayedUntil = row.recall_until ?? null;
    const wait = delayedUntil === null ? undefined : waitText(delayedUntil - row.prepared_at);
    const text = [
      plan.amountCents === undefined
        ? `${label} recorded as attempt ${reference}`
        : `${label} ${toDecimal(plan.amountCents)} recorded as attempt ${reference}`,
      plan.note,
      wait,
    ]
      .filter(Boolean)
      .join(". ");
    const stop = plan.guard
      ? await insertGuarded(row, text, plan.guard, plan.limit)
      : plan.limit
        ? await insertLimited(row, text, plan.limit)
        : await insertPrepared(row, text);
    failpoint("payments.intent-written");
    return stop ?? { kind: "prepared", reference, delayedUntil };
  } catch (error) {
    if (error instanceof IdCanceledError) {
      log.warn({ attemptId: plan.attemptId }, "a command arrived after it was canceled, and was refused");
      return { kind: "canceled" };
    }
    // Either this `attemptId` exists already, or another action runs on the same transaction: the store accepted one.
    const blocking = await findRow(plan.attemptId);
    if (blocking)
      return blocking.user_id === person.id && (await isSameRequest(blocking, requestOf(plan)))
        ? { kind: "attempt", attempt: await requireAttempt(plan.attemptId) }
        : { kind: "other-contents" };
    const running = plan.original && (await findRunning(plan.original.key));
    if (running) return { kind: "busy", attemptId: running.id };
    if (error instanceof NoOpenShiftError) return { kind: "no-shift", problem: error.message };
    if (error instanceof NeedsNoApprovalError) return { kind: "within-limits" };
    if (error instanceof NeedsApprovalError) return await toAsk(person, plan, error.ask);
    // The other action has ended since: try this one again.
    if (plan.original && tries < maxTries)
      return await prepare(person, plan, digest, { ...approval, tries: tries + 1 });
    throw error;
  }
}

/** `prepare` with an approval, if there is one. An approval that doesn't count is asked for again. */
export async function prepareApproved(
  person: PaymentActor,
  plan: Plan,
  digest: string,
  ask: ApprovalAsk,
): Promise<Prepared> {
  const { attemptId, paymentMethod, original, body, note: reason, form, approval } = plan;
  const asked = { attemptId, digest, paymentMethod, original, body, reason, form };
  const found = await findApproval(person, asked, ask, approval);
  if (!found.approver) return { kind: "needs-approval", ask: found.ask };
  const prepared = await prepare(person, plan, digest, { approver: found.approver });
  if (prepared.kind === "needs-approval") await endUseless(found.approver, prepared.ask.problem);
  return prepared;
}

const maxTries = 3;

const countedRight = ({ right, command }: Plan) => right ?? commands[command].right;

async function toAsk(person: PaymentActor, plan: Plan, ask: NeedsApprovalError["ask"]): Promise<RunProblem> {
  const check = moneyCheckOf(person.role, countedRight(plan), Date.now(), {
    raisesAmount: plan.raisesAmount,
  });
  const known = { ...ask, ...amountsOf(plan) };
  const approvers = check
    ? await listApprovers(db(), {
        ...{
          ...check,
          right: ask.right,
          cents: ask.cents,
          addedCents: addedCents(known),
          askedBy: person.id,
        },
      })
    : [];
  const currency = plan.original?.before.currency ?? plan.body.currency;
  return {
    kind: "needs-approval",
    ask: { ...known, approvers, ...(typeof currency === "string" && { currency }) },
  };
}

/** What an approver compares the amount with, where it is known. */
function amountsOf({ original, body }: Plan): Pick<ApprovalAsk, "originalCents" | "tipCents"> {
  const before = original && originalCents(original.before);
  const tip = toCents(String(Object(body.amount_detail).tip ?? ""));
  return {
    ...(before !== undefined && { originalCents: before }),
    ...(tip && { tipCents: tip }),
  };
}

/** By how much the payment is raised. */
const raisedBy = ({ raisesAmount, command, amountCents = 0, original }: Plan): number | null =>
  raisesAmount
    ? addedCents({
        ...{ right: "charge", command, cents: amountCents },
        originalCents: (original && originalCents(original.before)) ?? 0,
      })
    : null;

async function toRow(
  person: PaymentActor,
  plan: Plan,
  {
    digest,
    reference,
    ...approval
  }: Pick<NewAttempt, "digest" | "reference"> & Pick<MoneyCheck, "approver" | "onlyAsks">,
): Promise<NewAttempt> {
  const now = Date.now();
  return {
    id: plan.attemptId,
    reference,
    process_id: processId(),
    user_id: person.id,
    user_name: person.name,
    command: plan.command,
    tender: plan.tender,
    payer: plan.paymentMethod,
    amount_cents: plan.amountCents ?? null,
    original_key: plan.original?.key ?? null,
    original_before: plan.original ? JSON.stringify(plan.original.before) : null,
    fingerprint:
      plan.original && (plan.guard || takesMoney(plan.command))
        ? await fingerprintOfOriginal(plan.original.key)
        : await fingerprintOf(plan.body),
    digest,
    request: JSON.stringify({ ...redactRequest(plan.body), ...plan.kept }),
    prepared_at: now,
    recall_until: isDelayed(plan) ? now + env().refundDelayMs : null,
    completes: plan.completes ?? null,
    raised_cents: raisedBy(plan),
    orderCents: plan.orderCents,
    money: moneyCheckOf(person.role, countedRight(plan), now, {
      ...approval,
      raisesAmount: plan.raisesAmount,
    }),
    ...(plan.tender === "cash" && {
      drawer: person.drawer ?? null,
      needsShift: plan.needsShift ?? env().drawerRequired,
    }),
  };
}
