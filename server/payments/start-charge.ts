import type { Attempt } from "#lib/attempt.ts";
import { kindIn } from "#lib/charge/kinds.ts";
import { type Charge, toCharge } from "#lib/charge/request.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { rightsOf, type ValidCharge } from "#lib/charge/values.ts";
import { commands, takesMoney } from "#lib/gateway/commands.ts";
import { currencyOf as currencyIn } from "#lib/gateway/currencies.ts";
import type { Role } from "#lib/permissions.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import { drawerProblem } from "#server/books/drawer/required.ts";
import { currencyOf, findAttempt, findRow, isUnsettled } from "./attempts/attempts.ts";
import { findPresent, readRest } from "./follow-up/find-present.ts";
import { leftByApproval, type RestLimit, restProblem } from "./follow-up/rest.ts";
import { missingRight } from "./missing-right.ts";
import { runAttempt, toResult } from "./submit.ts";

/** `address`: of their browser, where it is known. */
type Person = {
  id: string;
  name: string;
  role: Role;
  drawer?: string | undefined;
  address?: string | undefined;
};

/** Takes a payment. A refusal means that nothing was recorded and nothing was sent. */
export async function startCharge(
  person: Person,
  values: ValidCharge,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const charge = toCharge(values);
  const missing = missingRight(person.role, [
    "charge",
    commands[charge.command].right,
    ...rightsOf(values),
    ...(values.ignoreDuplicate || values.blockOverride ? (["overrideDuplicate"] as const) : []),
  ]);
  if (missing) return missing;
  const closed = charge.tender === "cash" && (await drawerProblem(person.drawer));
  if (closed) return refuse(closed);
  const rest = await toRestLimit(values, charge);
  if (!rest.ok) return rest;
  const outcome = await runAttempt(person, {
    attemptId: values.attemptId,
    ...charge,
    body: { ...charge.body, clerk: person.name, ...(person.address && { clientip: person.address }) },
    guard: {
      confirmedDuplicates: values.confirmedDuplicates,
      override: values.blockOverride?.attemptId,
      isSecond: values.ignoreDuplicate,
    },
    note: await noteOf(person, values),
    ...(values.completes && { completes: rest.value?.completes ?? values.completes }),
    ...(rest.value && { limit: rest.value }),
  });
  if (outcome.kind === "blocked" || outcome.kind === "needs-confirmation")
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
  { amountCents: cents, currency, command }: Pick<Charge, "amountCents" | "currency" | "command">,
): Promise<Result<RestLimit | undefined>> {
  if (!completes || (await findRow(attemptId))) return ok(undefined);
  if (cents === undefined || !takesMoney(command))
    return refuse("Only a payment collects the rest of another one. Nothing was sent.");
  const row = await findRow(completes);
  if (row && isUnsettled(row)) return refuse("That payment has no answer yet. Nothing was sent.");
  const order = row && leftByApproval(row) !== undefined ? await readRest(row) : undefined;
  if (!order)
    return refuse("That payment was not approved in part: it has no rest to collect. Nothing was sent.", {
      completes: "There is no rest to collect.",
    });
  const owed = currencyIn(row && currencyOf(row).currency);
  if (owed.code !== currencyIn(currency).code)
    return refuse(`The rest of that payment is in ${owed.code}. Nothing was sent.`, {
      amount: `Collect the rest in ${owed.code}.`,
    });
  const { rest, undone } = order;
  if (rest.isUndone)
    return refuse("The approved part of that payment was undone. Nothing was sent.", {
      completes: "The approved part was undone.",
    });
  const isSettling = rest.parts.some((part) => part.isSettling);
  const problem = restProblem(cents, rest.openCents, isSettling);
  if (problem) return refuse(`${problem} Nothing was sent.`, { amount: problem });
  return ok({ completes: rest.first.attemptId, restCents: rest.cents, undone, cents });
}

/** Why money is sent back, and who overrode the duplicate block or the duplicate check, and why. */
async function noteOf({ name }: Person, values: ValidCharge): Promise<string | undefined> {
  const { blockOverride, ignoreDuplicate, duplicateReason } = values;
  const notes: string[] = [];
  if (blockOverride) {
    const blocking = await findAttempt(blockOverride.attemptId);
    notes.push(
      `${name} charged past the duplicate block of attempt ${blocking?.reference ?? "?"}: ${blockOverride.reason}`,
    );
  }
  if (ignoreDuplicate) notes.push(`${name} charged past the duplicate check: ${duplicateReason}`);
  if (kindIn(values) === "credit") notes.push(`Reason: ${values.credit.reason}`);
  return notes.join(". ") || undefined;
}
