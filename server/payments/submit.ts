import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { type CommandName, commands, type Tender, takesMoney } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import { sendMoney } from "#server/gateway-client/client.ts";
import type { MoneyOutcome } from "#server/gateway-client/outcome.ts";
import { log } from "#server/log.ts";
import { findRunning, listCompleting } from "./attempts/attempt-queries.ts";
import { findAttempt, findRow, insertPrepared, isUnsettled, type NewAttempt } from "./attempts/attempts.ts";
import { newReference, withReference } from "./attempts/reference.ts";
import { fingerprintOf, fingerprintOfOriginal, noteToken } from "./card-data/fingerprint.ts";
import { redactRequest } from "./card-data/redact.ts";
import { digestOfRequest, isSameRequest, type RequestParts } from "./card-data/request-digest.ts";
import { type Guard, insertGuarded } from "./duplicate-guard.ts";
import { insertLimited, type Limit, type OverLimit } from "./follow-up/payment-limit.ts";
import { processId } from "./recovery/alive.ts";
import { sendHooksOf } from "./send-hooks.ts";
import { settle } from "./settle.ts";

const running: unique symbol = Symbol.for("merchant-console.running-attempts");

/** A money command about to happen. `body` is the request without `command`; it alone holds the card number, and is never stored. */
export type Plan = {
  /** The idempotency key. */
  attemptId: string;
  command: CommandName;
  body: Record<string, unknown>;
  /** Stored with the request but never sent. */
  kept?: Record<string, string>;
  tender: Tender;
  payer: string;
  amountCents: number | undefined;
  original?: { key: string; before: TransactionDetail };
  /** The partly approved attempt whose rest it collects. */
  completes?: string;
  /** Of a command that takes money, or sends it back without a sale: what it must not collide with. */
  guard?: Guard;
  /** What it must not exceed: what is left of the payment it gives back or lowers, or of the rest that it collects. */
  limit?: Limit;
  /** What a person decided before it was sent, with the reason. Stored with the first step. */
  note?: string | undefined;
};

type RunProblem = { kind: "other-contents" } | { kind: "busy"; attemptId: string } | OverLimit | ChargeStop;
/** `drawer`: the cash drawer they work at. */
type Person = { id: string; name: string; drawer?: string | undefined };

/**
 * Records the command, sends it once, records its outcome, and returns the attempt. The same `attemptId` again is the same
 * attempt: it is waited for, or, from another process, returned as it is now. It is never sent again.
 */
export function runAttempt(person: Person, plan: Plan): Promise<RunResult> {
  // In this process a second submit waits for the first, before anything is recorded.
  const first = underWay.get(plan.attemptId) ?? Promise.resolve();
  const run = first.then(
    () => runOnce(person, plan),
    () => runOnce(person, plan),
  );
  underWay.set(plan.attemptId, run);
  const forget = () => {
    if (underWay.get(plan.attemptId) === run) underWay.delete(plan.attemptId);
  };
  run.then(forget, forget);
  return run;
}

type RunResult = { kind: "attempt"; attempt: Attempt } | RunProblem;

/** The attempts that this process is running. Shared: actions and the resolver are in different bundles. */
const underWay = sharedRuns();

/** Whether this process still runs an attempt. */
export const isInProgress = (id: string): boolean => underWay.has(id);

function sharedRuns(): Map<string, Promise<unknown>> {
  const shared = globalThis as typeof globalThis & { [running]?: Map<string, Promise<unknown>> };
  shared[running] ??= new Map();
  return shared[running];
}

async function runOnce(person: Person, plan: Plan): Promise<RunResult> {
  const digest = await digestOfRequest(requestOf(plan));
  const prepared = await prepare(person, plan, digest);
  if (prepared.kind !== "prepared") return prepared;
  await send(person, plan, prepared.reference);
  const attempt = await requireAttempt(plan.attemptId);
  await noteToken(plan.body, attempt.transaction);
  return { kind: "attempt", attempt };
}

async function prepare(
  person: Person,
  plan: Plan,
  digest: string,
  tries = 1,
): Promise<{ kind: "prepared"; reference: string } | { kind: "attempt"; attempt: Attempt } | RunProblem> {
  failpoint("payments.before-intent");
  const reference = newReference();
  const amount = plan.amountCents === undefined ? "" : ` ${toDecimal(plan.amountCents)}`;
  try {
    const row = await toRow(person, plan, { digest, reference });
    const text = [`${commands[plan.command].label}${amount} recorded as attempt ${reference}`, plan.note]
      .filter(Boolean)
      .join(". ");
    const stop = plan.guard
      ? await insertGuarded(row, text, plan.guard, plan.limit)
      : plan.limit
        ? await insertLimited(row, text, plan.limit)
        : await insertPrepared(row, text);
    failpoint("payments.intent-written");
    return stop ?? { kind: "prepared", reference };
  } catch (error) {
    // Either this `attemptId` exists already, or another action runs on the same transaction: the store accepted one.
    const blocking = await findRow(plan.attemptId);
    if (blocking)
      return blocking.user_id === person.id && (await isSameRequest(blocking, requestOf(plan)))
        ? { kind: "attempt", attempt: await requireAttempt(plan.attemptId) }
        : { kind: "other-contents" };
    const completing = plan.completes && (await listCompleting(db(), [plan.completes])).find(isUnsettled);
    if (completing) return { kind: "busy", attemptId: completing.id };
    const running = plan.original && (await findRunning(plan.original.key));
    if (running) return { kind: "busy", attemptId: running.id };
    // The other action has ended since: try this one again.
    if (plan.original && tries < mostTries) return await prepare(person, plan, digest, tries + 1);
    throw error;
  }
}

const mostTries = 3;

const requestOf = ({ command, original, body }: Plan): RequestParts => ({
  command,
  originalKey: original?.key ?? null,
  body,
});

async function toRow(
  person: Person,
  plan: Plan,
  { digest, reference }: Pick<NewAttempt, "digest" | "reference">,
): Promise<NewAttempt> {
  return {
    id: plan.attemptId,
    reference,
    process_id: processId(),
    user_id: person.id,
    user_name: person.name,
    command: plan.command,
    tender: plan.tender,
    payer: plan.payer,
    amount_cents: plan.amountCents ?? null,
    original_key: plan.original?.key ?? null,
    original_before: plan.original ? JSON.stringify(plan.original.before) : null,
    fingerprint:
      plan.original && (plan.guard || takesMoney(plan.command))
        ? await fingerprintOfOriginal(plan.original.key)
        : await fingerprintOf(plan.body),
    digest,
    request: JSON.stringify({ ...redactRequest(plan.body), ...plan.kept }),
    prepared_at: Date.now(),
    completes: plan.completes ?? null,
    drawer: plan.tender === "cash" ? (person.drawer ?? null) : null,
  };
}

async function send(person: Person, plan: Plan, reference: string): Promise<void> {
  const { attemptId: id, command } = plan;
  const body = commands[command].reference === "none" ? plan.body : withReference(plan.body, reference);
  const journey = sendHooksOf(id, person);
  let outcome: MoneyOutcome;
  try {
    failpoint("payments.queued");
    outcome = await sendMoney({ ...body, command }, journey);
  } catch (error) {
    log.error({ err: error, attemptId: id }, "the gateway send failed");
    outcome = journey.hasLeft ? { kind: "unknown", reason: "reset" } : { kind: "unsent", reason: "gone" };
  }
  failpoint("payments.reply-parsed");
  await settle(id, outcome);
  failpoint("payments.outcome-stored");
}

async function requireAttempt(id: string): Promise<Attempt> {
  const attempt = await findAttempt(id);
  if (!attempt) throw new Error("an attempt vanished from the store");
  return attempt;
}

export const otherContents =
  "This form was already sent with other contents. Nothing more was done: look at the first one's result, then open a new form.";

type Outcome = Exclude<RunResult, ChargeStop | OverLimit>;

/** What the person who asked for it gets back. */
export function toResult(outcome: Outcome): Result<Attempt> {
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
