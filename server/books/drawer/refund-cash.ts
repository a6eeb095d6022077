import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { toDecimal } from "#lib/money.ts";
import { type Refusal, type Result, refuse } from "#lib/result.ts";
import type { ActorWithRole } from "#server/auth/actor.ts";
import type { ApprovalWay } from "#server/payments/approvals/find-approval.ts";
import { findRow } from "#server/payments/attempts/attempts.ts";
import { missingRight } from "#server/payments/missing-right.ts";
import { isStop, toResult } from "#server/payments/run-result.ts";
import { runAttempt } from "#server/payments/submit.ts";
import { findOpen } from "./shifts.ts";

/**
 * Records a cash refund at the gateway, in the shift that is open at the drawer the money leaves. The gateway ties it to no
 * sale. A refusal means that nothing was recorded and nothing was sent.
 */
export async function refundCash(
  person: ActorWithRole & { drawer: string },
  {
    attemptId,
    cents,
    reason,
    invoice,
  }: { attemptId: string; cents: number; reason: string; invoice: string },
  approval?: ApprovalWay,
): Promise<Result<Attempt, Refusal | ChargeStop>> {
  const missing = missingRight(person.role, ["refund"]);
  if (missing) return missing;
  if (cents === 0) return refuse("Enter an amount.", { amount: "Enter an amount." });
  // Sent twice, it may be recorded already, and the drawer closed since.
  if (!(await findOpen(person.drawer)) && !(await findRow(attemptId)))
    return refuse(`${person.drawer} is not open. Nothing was done: open it, then refund.`);
  const outcome = await runAttempt(person, {
    attemptId,
    command: "cash:refund",
    body: { amount: toDecimal(cents), clerk: person.name, ...(invoice && { invoice }) },
    kept: { drawer_reason: reason },
    tender: "cash",
    paymentMethod: "Cash",
    amountCents: cents,
    needsShift: true,
    note: `Reason: ${reason}`,
    approval,
  });
  if (isStop(outcome)) return { ok: false, problem: outcome };
  if (outcome.kind === "over-limit") throw new Error("a cash refund is of no payment");
  return toResult(outcome);
}
