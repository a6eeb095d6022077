"use server";

import { headers } from "next/headers";
import { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { movementKinds } from "#lib/drawer/cash-sums.ts";
import type { Shift } from "#lib/drawer/shift.ts";
import { formatMoney } from "#lib/format/money.ts";
import { toCents } from "#lib/money.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { attemptId } from "#lib/payments/attempt-id.ts";
import { ok, type Refusal, type Result, refuse } from "#lib/result.ts";
import type { FindApprover } from "#server/books/drawer/approval.ts";
import { findApprover } from "#server/books/drawer/approver.ts";
import { chosenDrawer, keepDrawer } from "#server/books/drawer/chosen-drawer.ts";
import { closeShift } from "#server/books/drawer/close.ts";
import { storeCount } from "#server/books/drawer/counts.ts";
import { recordMovement } from "#server/books/drawer/movements.ts";
import { openShift } from "#server/books/drawer/open-shift.ts";
import { refundCash } from "#server/books/drawer/refund-cash.ts";
import { env } from "#server/env.ts";
import { findAttempt } from "#server/payments/attempts/attempts.ts";
import { action } from "./action.ts";
import { approvalOf } from "./approval-of.ts";

/** Decimal text, in cents; never negative. */
const amount = z.string().transform((text, context) => {
  const cents = toCents(text);
  if (cents !== null && cents >= 0 && cents <= maxCents) return cents;
  context.addIssue({
    code: "custom",
    message:
      cents !== null && cents > maxCents ? `Enter ${formatMoney(maxCents)} at most.` : "Enter an amount.",
  });
  return z.NEVER;
});
/** More than any drawer holds. */
const maxCents = 100_000_000;

const text = z
  .string()
  .trim()
  .max(200, "Use at most 200 characters.")
  .refine(...noCardNumber);
const reason = text.min(1, "Say why.");
const drawer = z.string().max(40);
const shift = z.int().positive();

/** Keeps which drawer this browser works at. */
export async function chooseDrawer(values: { drawer: string }): Promise<Result<null>> {
  return action(
    { right: "useDrawer", input: z.object({ drawer }), isRepeatable: true },
    async (_user, chosen) => {
      if (!env().cashDrawers.includes(chosen.drawer)) return refuse("There is no such drawer.");
      await keepDrawer(chosen.drawer);
      return ok(null);
    },
  )(values);
}

/** The manager who signs at this workstation, where one has to approve. */
const approver = z.object({
  email: z
    .string()
    .max(320)
    .refine(...noCardNumber),
  password: z.string().max(2000),
  /** Of a manager who has a second step. */
  code: z.string().max(20).default(""),
});

/** Nobody is asked before it is known that a manager has to approve. */
const askApprover =
  ({ email, password, code }: z.output<typeof approver>): FindApprover =>
  async () => {
    if (email === "" || password === "")
      return refuse("Manager approval required.", { email: "Enter the manager's email." });
    return await findApprover({
      email,
      password,
      code,
      address: (await headers()).get("x-forwarded-for") ?? undefined,
    });
  };

const opening = z.object({ drawer, float: amount, reason: text, approver });

/** Opens a drawer with a float. This browser works at it from now on. */
export async function openDrawer(values: z.input<typeof opening>): Promise<Result<Shift>> {
  return action({ right: "useDrawer", input: opening, isRepeatable: true }, async (user, given) => {
    const opened = await openShift(
      user,
      { drawer: given.drawer, floatCents: given.float, reason: given.reason },
      askApprover(given.approver),
    );
    if (opened.ok) await keepDrawer(given.drawer);
    return opened;
  })(values);
}

const movement = z.object({ id: attemptId, shift, kind: z.enum(movementKinds), amount, reason, approver });

/** Records cash paid in, paid out, or taken to the safe. */
export async function moveCash(values: z.input<typeof movement>): Promise<Result<null>> {
  return action(
    { right: "useDrawer", input: movement, isRepeatable: true },
    (user, { amount: cents, approver: signed, ...given }) =>
      recordMovement(user, { ...given, cents }, askApprover(signed)),
  )(values);
}

const refund = z.object({
  attemptId,
  amount,
  reason,
  invoice: text.max(25, "Use at most 25 characters."),
});

/** Gives cash back out of the drawer of this workstation. The attempt it returns may be answered, refused, unsent or unknown. */
export async function refundFromDrawer(
  values: z.input<typeof refund>,
  approval?: ApprovalGiven,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const hasDoneNothing = async ({ attemptId: id }: { attemptId: string }) =>
    (await findAttempt(id)) === undefined;
  // A limit of the settings may give the right to refund.
  return action(
    { right: "useDrawer", input: refund, hasDoneNothing },
    async (user, { amount: cents, ...given }) => {
      const at = await chosenDrawer();
      if (!at)
        return refuse("This workstation has no cash drawer. Nothing was done: choose one, then refund.");
      return await refundCash({ ...user, drawer: at }, { ...given, cents }, await approvalOf(approval, user));
    },
  )(values);
}

const count = z.object({
  id: attemptId,
  shift,
  previous: attemptId.nullable(),
  pieces: z.record(z.string().max(20), z.int().min(0)),
});

/** Stores a count. What should be in the drawer is shown only after this. */
export async function countDrawer(values: z.input<typeof count>): Promise<Result<null>> {
  return action({ right: "useDrawer", input: count, isRepeatable: true }, storeCount)(values);
}

const closing = z.object({
  shift,
  countId: attemptId,
  reason: text,
  nextFloat: amount,
  approver,
});

/** Closes a counted shift with its Z report. */
export async function closeDrawer(
  values: z.input<typeof closing>,
): Promise<Result<{ shift: number; report: number }>> {
  return action(
    { right: "useDrawer", input: closing, isRepeatable: true },
    (user, { nextFloat, approver: signed, ...given }) =>
      closeShift(user, { ...given, nextFloatCents: nextFloat }, askApprover(signed)),
  )(values);
}
