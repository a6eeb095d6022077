import type { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge-stop.ts";
import type { CheckedCharge } from "#lib/forms/charge.ts";
import { toCharge } from "#lib/forms/charge-request.ts";
import { type followUpForm, isOffered, toFollowUp } from "#lib/forms/follow-up.ts";
import { commands } from "#lib/gateway/commands.ts";
import { may, type Right, type Role, rights } from "#lib/permissions.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { readTransaction } from "#server/ledger/transactions.ts";
import { runAttempt } from "./run.ts";
import { findAttempt } from "./store.ts";

/** The two doors into the journal. A refusal here means that nothing was written down and nothing was sent. */

type Person = { id: string; name: string; role: Role };

/** Takes a payment. */
export async function startCharge(
  person: Person,
  values: CheckedCharge,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const missing = missingRight(person.role, [
    "charge",
    ...(values.tender === "card" && values.card.save ? (["saveCard"] as const) : []),
    ...(values.ignoreDuplicate || values.holdOverride ? (["overrideDuplicate"] as const) : []),
  ]);
  if (missing) return missing;
  const charge = toCharge(values);
  const outcome = await runAttempt(person, {
    id: values.attempt,
    ...charge,
    body: { ...charge.body, clerk: person.name },
    guard: {
      confirmedSiblings: values.confirmedSiblings,
      override: values.holdOverride?.attempt,
      isSecond: values.ignoreDuplicate,
    },
    note: await overrideNote(person, values),
  });
  return outcome.kind === "held" || outcome.kind === "needs-confirmation"
    ? { ok: false, problem: outcome }
    : toResult(outcome);
}

/** Who let it pass the hold or the duplicate check, and why. */
async function overrideNote(
  { name }: Person,
  { holdOverride, ignoreDuplicate, duplicateReason }: CheckedCharge,
): Promise<string | undefined> {
  const notes: string[] = [];
  if (holdOverride) {
    const twin = await findAttempt(holdOverride.attempt);
    notes.push(`${name} charged past the hold of attempt ${twin?.reference ?? "?"}: ${holdOverride.reason}`);
  }
  if (ignoreDuplicate) notes.push(`${name} charged past the duplicate check: ${duplicateReason}`);
  return notes.join(". ") || undefined;
}

/** Acts on a transaction: only what the gateway offers for it as it stands now, and only with the right for it. */
export async function startFollowUp(
  person: Person,
  values: z.output<typeof followUpForm>,
): Promise<Result<Attempt>> {
  const { command, key } = values;
  const missing = missingRight(person.role, [commands[command].right]);
  if (missing) return missing;
  // The same dialog sent twice: by then the transaction may have changed, but the attempt is the same.
  const known = await findAttempt(values.attempt);
  if (known)
    return known.command === command && known.originalKey === key ? ok(known) : refuse(otherContents);
  const original = await readTransaction(key, { fresh: true });
  if (original.kind !== "found") return refuse(`${original.message} Nothing was done.`);
  const { label } = commands[command];
  if (!isOffered(command, original.value))
    return refuse(
      `${label} is not possible any more: the payment is now ${original.value.status ?? "in another state"}. Nothing was done.`,
    );
  const followUp = toFollowUp(values, original.value);
  if (!followUp.ok) return refuse(followUp.message, { amount: followUp.message });
  const outcome = await runAttempt(person, {
    id: values.attempt,
    ...followUp.value,
    original: { key: original.value.key ?? key, before: original.value },
  });
  if (outcome.kind === "held" || outcome.kind === "needs-confirmation")
    throw new Error("an action on a transaction was stopped by a guard it does not have");
  return toResult(outcome);
}

const otherContents =
  "This form was already sent with other contents. Nothing more was done: look at the first one's result, then open a new form.";

type Outcome = Exclude<Awaited<ReturnType<typeof runAttempt>>, ChargeStop>;

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

function missingRight(
  role: Role,
  needed: readonly Right[],
): { ok: false; problem: ReturnType<typeof refuse>["problem"] } | undefined {
  const missing = needed.find((right) => !may(role, right));
  return (
    missing &&
    refuse(
      `You may not do this: "${rights[missing].label}" is for ${rights[missing].roles.join(", ")}. Nothing was done.`,
    )
  );
}
