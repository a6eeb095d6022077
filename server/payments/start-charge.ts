import type { Attempt, OrderPart } from "#lib/attempt.ts";
import { isSplit, orderCents, rightsOf, type ValidCharge } from "#lib/charge/fields/values.ts";
import { kindIn } from "#lib/charge/kinds.ts";
import { type Charge, toCharge } from "#lib/charge/request.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { formatMoney } from "#lib/format/money.ts";
import { commands, takesMoney } from "#lib/gateway/commands.ts";
import { currencyOf as currencyIn } from "#lib/gateway/currencies.ts";
import { allPartsOf, partsOf } from "#lib/payments/order.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import type { PaymentActor } from "#server/auth/actor.ts";
import { drawerProblem } from "#server/books/drawer/required.ts";
import type { ApprovalWay } from "./approvals/find-approval.ts";
import { currencyOf, hasNoOutcome } from "./attempts/attempt-row.ts";
import { findAttempt, findRow } from "./attempts/attempts.ts";
import { findCurrentAttempt } from "./follow-up/find-current-attempt.ts";
import { type BalanceLimit, balanceProblem, closedProblem } from "./follow-up/order-balance.ts";
import { missingRight } from "./missing-right.ts";
import { readBalanceLimit } from "./orders/read-orders.ts";
import { isStop, toResult } from "./run-result.ts";
import { runAttempt } from "./submit.ts";

/** `address`: of their browser, where it is known. */
type ChargeActor = PaymentActor & { address?: string | undefined };

/** Takes a payment. A refusal means that nothing was recorded and nothing was sent. */
export async function startCharge(
  person: ChargeActor,
  values: ValidCharge,
  approval?: ApprovalWay,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const charge = toCharge(values);
  const missing = missingRight(person.role, [
    "charge",
    commands[charge.command].right,
    ...rightsOf(values),
    ...(values.ignoreDuplicate || values.blockOverride ? (["overrideDuplicate"] as const) : []),
  ]);
  if (missing) return missing;
  const checked = await checkBefore(person, values, charge);
  // The same form, sent twice, may be recorded by now: it is that payment, whatever it has changed since.
  if (!checked.ok && !(await findRow(values.attemptId))) return checked;
  const limit = checked.ok ? checked.value : undefined;
  const outcome = await runAttempt(person, {
    attemptId: values.attemptId,
    ...charge,
    body: { ...charge.body, clerk: person.name, ...(person.address && { clientip: person.address }) },
    guard: {
      confirmedDuplicates: values.confirmedDuplicates,
      override: values.blockOverride?.attemptId,
      skipsDuplicateCheck: values.ignoreDuplicate,
    },
    note: await noteOf(person, values),
    ...(values.completes && { completes: limit?.completes ?? values.completes }),
    ...(limit && { limit }),
    orderCents: orderCents(values),
    approval,
  });
  if (isStop(outcome)) return { ok: false, problem: outcome };
  if (outcome.kind === "over-limit")
    return refuse(`${outcome.problem} Nothing was sent.`, { amount: outcome.problem });
  const result = toResult(outcome);
  // What its order still lacks belongs to the answer.
  const isOfOrder =
    result.ok && (result.value.completes || isSplit(values) || result.value.transaction?.result_code === "P");
  return isOfOrder ? ok((await findCurrentAttempt(values.attemptId)) ?? result.value) : result;
}

async function checkBefore(
  person: ChargeActor,
  values: ValidCharge,
  charge: Charge,
): Promise<Result<BalanceLimit | undefined>> {
  const closed = charge.tender === "cash" && (await drawerProblem(person.drawer));
  return closed ? refuse(closed) : toBalanceLimit(values, charge);
}

/** What a payment toward the rest of an order must not exceed, whichever payment of that order it names. */
async function toBalanceLimit(
  { completes }: ValidCharge,
  { amountCents: cents, currency, command }: Pick<Charge, "amountCents" | "currency" | "command">,
): Promise<Result<BalanceLimit | undefined>> {
  if (!completes) return ok(undefined);
  if (cents === undefined || !takesMoney(command))
    return refuse("Only a payment can collect the rest of another payment. Nothing was sent.");
  const row = await findRow(completes);
  const order = row && (await readBalanceLimit(row));
  if (row && !order && hasNoOutcome(row))
    return refuse("The outcome of that payment is not known yet. Nothing was sent.");
  if (!order)
    return refuse("That payment was not partly approved, so there is no rest to collect. Nothing was sent.", {
      completes: "There is no rest to collect.",
    });
  const owed = currencyIn(row && currencyOf(row).currency);
  if (owed.code !== currencyIn(currency).code)
    return refuse(`The rest of that payment is in ${owed.code}. Nothing was sent.`, {
      amount: `Collect the rest in ${owed.code}.`,
    });
  const { balance, limit } = order;
  if (balance.closed)
    return refuse(
      `${closedProblem({ closed_as: balance.closed.as, closed_by: balance.closed.by })} Nothing was sent.`,
      {
        completes: "The order is closed.",
      },
    );
  if (partsOf(balance).length === 0)
    return refuse("Every payment of that order was undone: nothing is left to add to. Nothing was sent.", {
      completes: "Every payment of the order was undone.",
    });
  const noOutcomeCents = sumOf(balance.parts.filter((part) => part.hasNoOutcome));
  const decided = allPartsOf(balance).filter((part) => part.isGone && !limit.undone.includes(part.attemptId));
  const problem =
    balanceProblem(cents, { openCents: balance.openCents, noOutcomeCents }, currency) ??
    decidedProblem(cents, { openCents: balance.openCents, decided }, currency);
  if (problem) return refuse(`${problem} Nothing was sent.`, { amount: problem });
  return ok({ ...limit, cents, currency });
}

const sumOf = (parts: readonly OrderPart[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** Why an amount is not collected in place of parts that a person decided were undone: the gateway has shown nothing of it. */
function decidedProblem(
  cents: number,
  { openCents, decided }: { openCents: number; decided: readonly OrderPart[] },
  code: string | undefined,
): string | undefined {
  const decidedCents = sumOf(decided);
  if (cents <= openCents - decidedCents) return undefined;
  const payments = decided
    .map(({ transactionKey, paymentMethod }) => transactionKey ?? paymentMethod)
    .join(", ");
  return (
    `${formatMoney(decidedCents, { code })} of it was undone by a person's decision, which the gateway has not confirmed. ` +
    `Open ${payments} under Transactions, which reads it again, then collect the rest.`
  );
}

/** Why money is sent back, and who overrode the duplicate block or skipped the duplicate detection, and why. */
async function noteOf({ name }: ChargeActor, values: ValidCharge): Promise<string | undefined> {
  const { blockOverride, ignoreDuplicate, duplicateReason } = values;
  const notes: string[] = [];
  if (blockOverride) {
    const blocking = await findAttempt(blockOverride.attemptId);
    notes.push(
      `${name} overrode the duplicate block of attempt ${blocking?.reference ?? "?"}: ${blockOverride.reason}`,
    );
  }
  if (ignoreDuplicate) notes.push(`${name} skipped the gateway's duplicate detection: ${duplicateReason}`);
  if (kindIn(values) === "credit") notes.push(`Reason: ${values.credit.reason}`);
  return notes.join(". ") || undefined;
}
