import type { Attempt } from "#lib/attempt.ts";
import { type CommandName, commands, type Tender } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { toDecimal } from "#lib/money.ts";
import { db } from "#server/db/db.ts";
import { sendMoney } from "#server/gateway/client.ts";
import type { MoneyOutcome } from "#server/gateway/outcome.ts";
import { log } from "#server/log.ts";
import { processId } from "./alive.ts";
import { journeyOf } from "./journey.ts";
import { payerNumber, redactRequest } from "./redact.ts";
import { newReference, withReference } from "./reference.ts";
import { keyedDigest } from "./secrets.ts";
import { settle } from "./settle.ts";
import { type AttemptRow, findAttempt, findRow, insertPrepared } from "./store.ts";

/** A money command about to happen. `body` is the request without `command`; it alone holds the card number, and nothing keeps it. */
export type Plan = {
  /** The form's nonce. */
  id: string;
  command: CommandName;
  body: Record<string, unknown>;
  tender: Tender;
  payer: string;
  amountCents: number | undefined;
  original?: { key: string; before: TransactionDetail };
};

export type RunProblem = { kind: "other-contents" } | { kind: "busy"; attemptId: string };
type Person = { id: string; name: string };

/**
 * Writes the command down, sends it once, writes down what became of it, and returns the attempt.
 * The same nonce again is the same attempt: it is waited for or returned as it stands, never sent again.
 */
export async function runAttempt(
  person: Person,
  plan: Plan,
): Promise<{ kind: "attempt"; attempt: Attempt } | RunProblem> {
  const digest = await keyedDigest(JSON.stringify([plan.command, plan.original?.key ?? null, plan.body]));
  const known = await findRow(plan.id);
  if (known)
    return known.digest === digest
      ? { kind: "attempt", attempt: await join(plan.id) }
      : { kind: "other-contents" };
  const prepared = await prepare(person, plan, digest);
  if (prepared.kind !== "prepared") return prepared;
  const sending = send(person, plan, prepared.reference).finally(() => underWay.delete(plan.id));
  underWay.set(plan.id, sending);
  await sending;
  return { kind: "attempt", attempt: await requireAttempt(plan.id) };
}

/** Attempts that this process is sending: a second press waits for the first one's answer. */
const underWay = new Map<string, Promise<void>>();

async function join(id: string): Promise<Attempt> {
  await underWay.get(id)?.catch(() => undefined);
  return requireAttempt(id);
}

async function prepare(
  person: Person,
  plan: Plan,
  digest: string,
): Promise<{ kind: "prepared"; reference: string } | { kind: "attempt"; attempt: Attempt } | RunProblem> {
  const reference = newReference();
  const number = payerNumber(plan.body);
  const amount = plan.amountCents === undefined ? "" : ` ${toDecimal(plan.amountCents)}`;
  try {
    await insertPrepared(
      {
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
        fingerprint: number ? await keyedDigest(number) : null,
        digest,
        request: JSON.stringify(redactRequest(plan.body)),
        prepared_at: Date.now(),
      },
      `${commands[plan.command].label}${amount} recorded as attempt ${reference}`,
    );
    return { kind: "prepared", reference };
  } catch (error) {
    // Either somebody was first with this nonce, or another action runs on the same transaction: the store let one in.
    const twin = await findRow(plan.id);
    if (twin)
      return twin.digest === digest
        ? { kind: "attempt", attempt: await join(plan.id) }
        : { kind: "other-contents" };
    const running = plan.original && (await findRunning(plan.original.key));
    if (running) return { kind: "busy", attemptId: running.id };
    throw error;
  }
}

async function findRunning(originalKey: string): Promise<AttemptRow | undefined> {
  return db()
    .selectFrom("attempts")
    .selectAll()
    .where("original_key", "=", originalKey)
    .where("state", "in", ["prepared", "sent", "unknown"])
    .executeTakeFirst();
}

async function send(person: Person, plan: Plan, reference: string): Promise<void> {
  const { id, command } = plan;
  const place = commands[command].reference;
  const body = place === "none" ? plan.body : withReference(plan.body, reference, place);
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
