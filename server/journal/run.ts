import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge-stop.ts";
import { type CommandName, commands, type Tender, takesMoney } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import { db } from "#server/db/db.ts";
import { sendMoney } from "#server/gateway/client.ts";
import type { MoneyOutcome } from "#server/gateway/outcome.ts";
import { log } from "#server/log.ts";
import { processId } from "./alive.ts";
import { type Brake, insertBraked, type OverLeft } from "./brake.ts";
import { fingerprintOf, fingerprintOfOriginal, noteToken } from "./fingerprint.ts";
import { type Guard, insertGuarded } from "./hold.ts";
import { journeyOf } from "./journey.ts";
import { redactRequest } from "./redact.ts";
import { newReference, withReference } from "./reference.ts";
import { digestOfRequest, isSameRequest, type RequestParts } from "./request-digest.ts";
import { settle } from "./settle.ts";
import {
  type AttemptRow,
  findAttempt,
  findRow,
  insertPrepared,
  type NewAttempt,
  unsettledStates,
} from "./store.ts";

const running: unique symbol = Symbol.for("merchant-console.running-attempts");

/** A money command about to happen. `body` is the request without `command`; it alone holds the card number, and nothing keeps it. */
export type Plan = {
  /** The form's nonce. */
  id: string;
  command: CommandName;
  body: Record<string, unknown>;
  /** What is kept with the request but never sent. */
  kept?: Record<string, string>;
  tender: Tender;
  payer: string;
  amountCents: number | undefined;
  original?: { key: string; before: TransactionDetail };
  /** Of a command that takes money: what it must not collide with. */
  guard?: Guard;
  /** Of a refund: how much of the original is left, as it was read before. */
  brake?: Brake;
  /** What a person decided before it was sent, with the reason: kept with the first step. */
  note?: string | undefined;
};

export type RunProblem =
  | { kind: "other-contents" }
  | { kind: "busy"; attemptId: string }
  | OverLeft
  | ChargeStop;
type Person = { id: string; name: string };

/**
 * Writes the command down, sends it once, writes down what became of it, and returns the attempt.
 * The same nonce again is the same attempt: it is waited for, or from another process returned as it stands, never sent
 * again.
 */
export function runAttempt(person: Person, plan: Plan): Promise<RunResult> {
  // In this process a second press waits for the first, from before anything is written down.
  const first = underWay.get(plan.id) ?? Promise.resolve();
  const run = first.then(
    () => runOnce(person, plan),
    () => runOnce(person, plan),
  );
  underWay.set(plan.id, run);
  const forget = () => {
    if (underWay.get(plan.id) === run) underWay.delete(plan.id);
  };
  run.then(forget, forget);
  return run;
}

type RunResult = { kind: "attempt"; attempt: Attempt } | RunProblem;

/** The attempts that this process is running, once for the process: actions and the resolver are bundled apart. */
const underWay = sharedRuns();

/** Whether this process still runs an attempt. What it wrote and runs no more, it has lost sight of. */
export const isUnderWay = (id: string): boolean => underWay.has(id);

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
  const attempt = await requireAttempt(plan.id);
  await noteToken(plan.body, attempt.transaction);
  return { kind: "attempt", attempt };
}

async function prepare(
  person: Person,
  plan: Plan,
  digest: string,
  tries = 1,
): Promise<{ kind: "prepared"; reference: string } | { kind: "attempt"; attempt: Attempt } | RunProblem> {
  const reference = newReference();
  const amount = plan.amountCents === undefined ? "" : ` ${toDecimal(plan.amountCents)}`;
  try {
    const row = await toRow(person, plan, { digest, reference });
    const text = [`${commands[plan.command].label}${amount} recorded as attempt ${reference}`, plan.note]
      .filter(Boolean)
      .join(". ");
    const stop = plan.guard
      ? await insertGuarded(row, text, plan.guard)
      : plan.brake
        ? await insertBraked(row, text, plan.brake)
        : await insertPrepared(row, text);
    return stop ?? { kind: "prepared", reference };
  } catch (error) {
    // Either somebody was first with this nonce, or another action runs on the same transaction: the store let one in.
    const twin = await findRow(plan.id);
    if (twin)
      return twin.user_id === person.id && (await isSameRequest(twin, requestOf(plan)))
        ? { kind: "attempt", attempt: await requireAttempt(plan.id) }
        : { kind: "other-contents" };
    const running = plan.original && (await findRunning(plan.original.key));
    if (running) return { kind: "busy", attemptId: running.id };
    // The other action has ended since: this one has its turn.
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
    id: plan.id,
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
  };
}

async function findRunning(originalKey: string): Promise<AttemptRow | undefined> {
  return db()
    .selectFrom("attempts")
    .selectAll()
    .where("original_key", "=", originalKey)
    .where("state", "in", unsettledStates)
    .executeTakeFirst();
}

async function send(person: Person, plan: Plan, reference: string): Promise<void> {
  const { id, command } = plan;
  const body = commands[command].reference === "none" ? plan.body : withReference(plan.body, reference);
  const journey = journeyOf(id, person);
  let outcome: MoneyOutcome;
  try {
    outcome = await sendMoney({ ...body, command }, journey);
  } catch (error) {
    log.error({ err: error, attempt: id }, "sending broke off");
    outcome = journey.hasLeft ? { kind: "unknown", reason: "reset" } : { kind: "unsent", reason: "gone" };
  }
  await settle(id, outcome);
}

async function requireAttempt(id: string): Promise<Attempt> {
  const attempt = await findAttempt(id);
  if (!attempt) throw new Error("an attempt vanished from the journal");
  return attempt;
}
