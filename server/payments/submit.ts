import type { Attempt } from "#lib/attempt.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { PaymentActor } from "#server/auth/actor.ts";
import { failpoint } from "#server/failpoint.ts";
import { noteCurrencies } from "#server/gateway-cache/seen-currencies.ts";
import { sendMoney, sendTokenRequest } from "#server/gateway-client/client.ts";
import type { MoneyOutcome } from "#server/gateway-client/outcome.ts";
import { log } from "#server/log.ts";
import { countOne, observe } from "#server/metrics/registry.ts";
import { perProcess } from "#server/per-process.ts";
import { requireAttempt } from "./attempts/attempts.ts";
import { withReference } from "./attempts/reference.ts";
import { noteToken } from "./card-data/fingerprint.ts";
import { digestOfRequest } from "./card-data/request-digest.ts";
import { noteCardData } from "./card-data/wipe-memory.ts";
import { isStillToSend } from "./end-waiting.ts";
import { whileSending } from "./in-flight.ts";
import { type Plan, requestOf } from "./plan.ts";
import { prepare, prepareApproved } from "./prepare.ts";
import { recordOutcome } from "./record-outcome.ts";
import type { RunResult } from "./run-result.ts";
import { sendHooksOf } from "./send-hooks.ts";

/**
 * Records the command, sends it once, records its outcome, and returns the attempt. The same `attemptId` again is the same
 * attempt: it is waited for, or, from another process, returned as it is now. It is never sent again.
 */
export function runAttempt(person: PaymentActor, plan: Plan): Promise<RunResult> {
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

async function runOnce(person: PaymentActor, plan: Plan): Promise<RunResult> {
  const digest = await digestOfRequest(requestOf(plan));
  const asked = await prepare(person, plan, digest, { onlyAsks: typeof plan.approval === "object" });
  const prepared =
    asked.kind === "needs-approval" ? await prepareApproved(person, plan, digest, asked.ask) : asked;
  if (prepared.kind !== "prepared") return prepared;
  const { reference, delayedUntil } = prepared;
  if (delayedUntil === null) await sendNow(person, plan, reference);
  else sendAt(delayedUntil, person, plan, reference);
  return { kind: "attempt", attempt: await requireAttempt(plan.attemptId) };
}

async function sendNow(person: PaymentActor, plan: Plan, reference: string): Promise<void> {
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
function sendAt(at: number, person: PaymentActor, plan: Plan, reference: string): void {
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

async function send(person: PaymentActor, plan: Plan, reference: string): Promise<void> {
  const { attemptId: id, command } = plan;
  const hooks = sendHooksOf(id, person);
  const startedAt = performance.now();
  const outcome = await whileSending(hooks, async () => {
    const found = await sendCommand(plan, reference, hooks);
    failpoint("payments.reply-parsed");
    await recordOutcome(id, found);
    return found;
  });
  failpoint("payments.outcome-stored");
  countOne("console_payments_total", { command, result: resultOf(outcome) });
  observe("console_payment_seconds", { command }, (performance.now() - startedAt) / 1000);
}

async function sendCommand(
  { attemptId, command, body, savesOriginalCard, original }: Plan,
  reference: string,
  hooks: ReturnType<typeof sendHooksOf>,
): Promise<MoneyOutcome> {
  const sent = commands[command].reference === "none" ? body : withReference(body, reference);
  try {
    failpoint("payments.queued");
    return savesOriginalCard && original
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
