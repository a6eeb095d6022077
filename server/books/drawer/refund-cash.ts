import type { Attempt } from "#lib/attempt.ts";
import { toDecimal } from "#lib/money.ts";
import { type Result, refuse } from "#lib/result.ts";
import { runAttempt, toResult } from "#server/payments/submit.ts";
import { findOpen, type Person } from "./shifts.ts";

/**
 * Records a cash refund at the gateway, in the shift that is open at the drawer the money leaves. The gateway ties it to no
 * sale. A refusal means that nothing was recorded and nothing was sent.
 */
export async function refundCash(
  person: Person & { drawer: string },
  {
    attemptId,
    cents,
    reason,
    invoice,
  }: { attemptId: string; cents: number; reason: string; invoice: string },
): Promise<Result<Attempt>> {
  if (cents === 0) return refuse("Enter an amount.", { amount: "Enter an amount." });
  if (!(await findOpen(person.drawer)))
    return refuse(`${person.drawer} is not open. Nothing was done: open it, then refund.`);
  const outcome = await runAttempt(person, {
    attemptId,
    command: "cash:refund",
    body: { amount: toDecimal(cents), clerk: person.name, ...(invoice && { invoice }) },
    kept: { drawer_reason: reason },
    tender: "cash",
    payer: "Cash",
    amountCents: cents,
    note: `Reason: ${reason}`,
  });
  if (outcome.kind === "attempt" || outcome.kind === "other-contents" || outcome.kind === "busy")
    return toResult(outcome);
  throw new Error("a cash refund has neither a duplicate guard nor a limit");
}
