import type { Attempt } from "#lib/attempt.ts";
import type { FollowUpValues } from "#lib/forms/follow-up-form.ts";
import {
  type CommandName,
  type CommandRight,
  commands,
  type Tender,
  takesMoney,
} from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import type { ApprovalAsk } from "#lib/payments/approval.ts";
import type { Role } from "#lib/permissions.ts";
import { NoShift } from "#server/books/drawer/required.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { failpoint } from "#server/failpoint.ts";
import { noteCurrencies } from "#server/gateway-cache/seen-currencies.ts";
import { sendMoney, sendTokenRequest } from "#server/gateway-client/client.ts";
import type { MoneyOutcome } from "#server/gateway-client/outcome.ts";
import { log } from "#server/log.ts";
import { countOne, observe } from "#server/metrics/registry.ts";
import { perProcess } from "#server/per-process.ts";
import { listApprovers } from "./approvals/approvers.ts";
import { type ApprovalWay, endUseless, findApproval } from "./approvals/find-approval.ts";
import { type MoneyCheck, moneyCheckOf, NeedsApproval, NeedsNoApproval } from "./approvals/within-limits.ts";
import { findRunning } from "./attempts/attempt-queries.ts";
import { findAttempt, findRow, insertPrepared, type NewAttempt } from "./attempts/attempts.ts";
import { newReference, withReference } from "./attempts/reference.ts";
import { fingerprintOf, fingerprintOfOriginal, noteToken } from "./card-data/fingerprint.ts";
import { redactRequest } from "./card-data/redact.ts";
import { digestOfRequest, isSameRequest, type RequestParts } from "./card-data/request-digest.ts";
import { noteCardData } from "./card-data/wipe-memory.ts";
import { type Guard, insertGuarded } from "./duplicate-guard.ts";
import { isStillToSend } from "./end-waiting.ts";
import { insertLimited, type Limit } from "./follow-up/payment-limit.ts";
import { whileSending } from "./in-flight.ts";
import { mayBeRecalled, waitText } from "./recall.ts";
import { processId } from "./recovery/alive.ts";
import type { RunProblem, RunResult } from "./run-result.ts";
import { sendHooksOf } from "./send-hooks.ts";
import { settle } from "./settle.ts";

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
  /** Has the gateway save the card of `original`, which has an endpoint of its own, instead of sending `body`. */
  savesOriginal?: true;
  original?: { key: string; before: TransactionDetail };
  /** The first payment of the order whose rest it collects. */
  completes?: string;
  /** Of the first payment of an order that is split: what all its payments have to add up to. */
  orderCents?: number | undefined;
  /** Of a command that takes money, or sends it back without a sale: what it must not collide with. */
  guard?: Guard;
  /** What it must not exceed: what is left of the payment it gives back or lowers, or of the rest that it collects. */
  limit?: Limit;
  /** What a person decided before it was sent, with the reason. Stored with the first step. */
  note?: string | undefined;
  /** Cash that is taken out of a shift even where the settings ask for none. */
  needsShift?: true;
  /** The right whose limit it counts toward, where it isn't the command's own. */
  right?: CommandRight;
  /** How it is approved where it has to be. With a request nothing is recorded and nothing is sent. */
  approval?: ApprovalWay | undefined;
  /** With what it can be sent from another page, once it is approved. Never set where it may hold card data. */
  form?: FollowUpValues | undefined;
};

/** `drawer`: the cash drawer they work at. */
type Person = { id: string; name: string; role: Role; drawer?: string | undefined };

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

/** The attempts that this process is running. Shared: actions and the resolver are in different bundles. */
const underWay = sharedRuns("running");
/** Those that wait to be stopped before this process sends them. */
const waiting = sharedRuns("waiting");

/** Whether this process still runs an attempt. */
export const isInProgress = (id: string): boolean => underWay.has(id) || waiting.has(id);

function sharedRuns(name: "running" | "waiting"): Map<string, Promise<unknown>> {
  return perProcess(`merchant-console.${name}-attempts`, () => new Map());
}

async function runOnce(person: Person, plan: Plan): Promise<RunResult> {
  const digest = await digestOfRequest(requestOf(plan));
  const asked = await prepare(person, plan, digest, { onlyAsks: typeof plan.approval === "object" });
  const prepared =
    asked.kind === "needs-approval" ? await prepareApproved(person, plan, digest, asked.ask) : asked;
  if (prepared.kind !== "prepared") return prepared;
  const { reference, recallUntil } = prepared;
  if (recallUntil === null) await sendNow(person, plan, reference);
  else sendAt(recallUntil, person, plan, reference);
  return { kind: "attempt", attempt: await requireAttempt(plan.attemptId) };
}

async function sendNow(person: Person, plan: Plan, reference: string): Promise<void> {
  await send(person, plan, reference);
  const { transaction, currency } = await requireAttempt(plan.attemptId);
  await noteToken(plan.body, transaction);
  await noteSentCurrency(transaction, currency);
}

/** The totals of its batch are no single currency's from now on. The payment itself is kept, even if this note isn't. */
async function noteSentCurrency(transaction: Attempt["transaction"], currency: string | undefined) {
  const batchKey = transaction?.batch?.key;
  if (!batchKey || !currency || !/^[AP]$/.test(transaction.result_code ?? "")) return;
  await noteCurrencies([{ ...transaction, currency }], batchKey).catch((error: unknown) =>
    log.error({ err: error, batchKey }, "the currency of a batch was not noted"),
  );
}

/**
 * Sends it once its wait is over, if it was not stopped and its person was not disabled: it is sent only from `prepared`. The request, which may hold a
 * card number, stays in this process alone. When the process dies first, nothing is sent: the attempt ends as unsent.
 */
function sendAt(at: number, person: Person, plan: Plan, reference: string): void {
  const { attemptId } = plan;
  const waited = new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));
  const sending = waited
    .then(async () => {
      if (await isStillToSend(attemptId)) await sendNow(person, plan, reference);
    })
    .catch((error: unknown) => log.error({ err: error, attemptId }, "a waiting refund was not sent"))
    .finally(() => {
      noteCardData();
      waiting.delete(attemptId);
    });
  waiting.set(attemptId, sending);
}

type Prepared =
  | { kind: "prepared"; reference: string; recallUntil: number | null }
  | { kind: "attempt"; attempt: Attempt }
  | RunProblem;

/** The same with somebody's approval, where there is one. One that doesn't count is asked for again. */
async function prepareApproved(
  person: Person,
  plan: Plan,
  digest: string,
  ask: ApprovalAsk,
): Promise<Prepared> {
  const { attemptId, payer, original, body, note: reason, form, approval } = plan;
  const asked = { attemptId, digest, payer, original, body, reason, form };
  const found = await findApproval(person, asked, ask, approval);
  if (!found.approver) return { kind: "needs-approval", ask: found.ask };
  const prepared = await prepare(person, plan, digest, { approver: found.approver });
  if (prepared.kind === "needs-approval") await endUseless(found.approver, prepared.ask.problem);
  return prepared;
}

async function prepare(
  person: Person,
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
    const recallUntil = row.recall_until ?? null;
    const wait = recallUntil === null ? undefined : waitText(recallUntil - row.prepared_at);
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
    return stop ?? { kind: "prepared", reference, recallUntil };
  } catch (error) {
    // Either this `attemptId` exists already, or another action runs on the same transaction: the store accepted one.
    const blocking = await findRow(plan.attemptId);
    if (blocking)
      return blocking.user_id === person.id && (await isSameRequest(blocking, requestOf(plan)))
        ? { kind: "attempt", attempt: await requireAttempt(plan.attemptId) }
        : { kind: "other-contents" };
    const running = plan.original && (await findRunning(plan.original.key));
    if (running) return { kind: "busy", attemptId: running.id };
    if (error instanceof NoShift) return { kind: "no-shift", problem: error.message };
    if (error instanceof NeedsNoApproval) return { kind: "within-limits" };
    if (error instanceof NeedsApproval) return await toAsk(person, plan, error.ask);
    // The other action has ended since: try this one again.
    if (plan.original && tries < mostTries)
      return await prepare(person, plan, digest, { ...approval, tries: tries + 1 });
    throw error;
  }
}

const mostTries = 3;

async function toAsk(person: Person, plan: Plan, ask: NeedsApproval["ask"]): Promise<RunProblem> {
  const check = moneyCheckOf(person.role, plan.right ?? commands[plan.command].right, Date.now());
  const approvers = check
    ? await listApprovers(db(), { ...check, cents: ask.cents, askedBy: person.id })
    : [];
  const currency = plan.original?.before.currency ?? plan.body.currency;
  return {
    kind: "needs-approval",
    ask: { ...ask, approvers, ...(typeof currency === "string" && { currency }) },
  };
}

export const requestOf = ({ command, original, body }: Plan): RequestParts => ({
  command,
  originalKey: original?.key ?? null,
  body,
});

async function toRow(
  person: Person,
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
    prepared_at: now,
    recall_until: mayBeRecalled(plan) ? now + env().recallMs : null,
    completes: plan.completes ?? null,
    orderCents: plan.orderCents,
    money: moneyCheckOf(person.role, plan.right ?? commands[plan.command].right, now, approval),
    ...(plan.tender === "cash" && {
      drawer: person.drawer ?? null,
      needsShift: plan.needsShift ?? env().drawerRequired,
    }),
  };
}

async function send(person: Person, plan: Plan, reference: string): Promise<void> {
  const { attemptId: id, command } = plan;
  const hooks = sendHooksOf(id, person);
  const startedAt = performance.now();
  const outcome = await whileSending(hooks, async () => {
    const found = await sendCommand(plan, reference, hooks);
    failpoint("payments.reply-parsed");
    await settle(id, found);
    return found;
  });
  failpoint("payments.outcome-stored");
  countOne("console_payments_total", { command, result: resultOf(outcome) });
  observe("console_payment_seconds", { command }, (performance.now() - startedAt) / 1000);
}

async function sendCommand(
  { attemptId, command, body, savesOriginal, original }: Plan,
  reference: string,
  hooks: ReturnType<typeof sendHooksOf>,
): Promise<MoneyOutcome> {
  const sent = commands[command].reference === "none" ? body : withReference(body, reference);
  try {
    failpoint("payments.queued");
    return savesOriginal && original
      ? await sendTokenRequest({ trankey: original.key }, hooks)
      : await sendMoney({ ...sent, command }, hooks);
  } catch (error) {
    log.error({ err: error, attemptId }, "the gateway send failed");
    return hooks.hasLeft ? { kind: "unknown", reason: "reset" } : { kind: "unsent", reason: "gone" };
  }
}

/** The gateway's own verdict where there is one, else what is known. */
function resultOf(outcome: MoneyOutcome): string {
  if (outcome.kind !== "answered") return outcome.kind;
  const { result_code = "" } = outcome.transaction;
  return Object.hasOwn(verdicts, result_code) ? verdicts[result_code as keyof typeof verdicts] : "other"; // just checked
}

const verdicts = { A: "approved", P: "partial", D: "declined", E: "error" } as const;

async function requireAttempt(id: string): Promise<Attempt> {
  const attempt = await findAttempt(id);
  if (!attempt) throw new Error("an attempt vanished from the store");
  return attempt;
}
