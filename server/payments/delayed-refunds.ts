import type { Attempt } from "#lib/attempt.ts";
import { type CommandName, commands, paysOut, type Tender } from "#lib/gateway/commands.ts";
import type { DelayedRefund } from "#lib/payments/delayed-refund.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Actor } from "#server/auth/actor.ts";
import { env } from "#server/env.ts";
import { currencyOf } from "./attempts/attempt-row.ts";
import { findAttempt, findRow, moveAttempt } from "./attempts/attempts.ts";
import { listWaiting } from "./attempts/attempts-without-outcome.ts";

/** Refunds and open credits that wait a while before they are sent, so that a person can stop them (docs/console.md). */

/** Whether it waits: it pays out more than the limit of the settings. Cash is in the customer's hand at once. */
export function isDelayed({
  command,
  tender,
  amountCents,
}: {
  command: CommandName;
  tender: Tender;
  amountCents: number | undefined;
}): boolean {
  const { refundDelayAboveCents } = env();
  if (refundDelayAboveCents === undefined || tender === "cash" || !paysOut(command)) return false;
  return amountCents === undefined || amountCents > refundDelayAboveCents;
}

export const waitText = (ms: number) =>
  `It waits ${Math.round(ms / 1000)} seconds before it is sent, and can be stopped until then`;

const maxShown = 50;

/** What waits now, at any workstation and in any process, the next one first. */
export async function listDelayedRefunds(now = Date.now()): Promise<DelayedRefund[]> {
  return (await listWaiting(maxShown)).map((row) => ({
    id: row.id,
    label: commands[row.command].label,
    paymentMethod: row.payer,
    by: row.user_name,
    dueMs: Math.max(0, (row.recall_until ?? now) - now),
    ...(row.amount_cents !== null && { cents: row.amount_cents }),
    ...currencyOf(row),
  }));
}

/**
 * Stops one that waits: it ends as unsent and is never sent, whichever process holds it. Refused once it has left; asked
 * again of one that was stopped, it is the same.
 */
export async function stopDelayedRefund(
  { id: personId, name }: Actor,
  { attempt: id }: { attempt: string },
): Promise<Result<Attempt>> {
  const row = await findRow(id);
  if (!row || row.recall_until === null) return refuse("There is nothing to stop here. Nothing was done.");
  const message = `${name} stopped it while it waited. Nothing was sent.`;
  await moveAttempt(
    id,
    ["prepared"],
    { state: "unsent", outcome_at: Date.now(), problem: JSON.stringify({ message, withdrawn: true }) },
    { kind: "unsent", text: message },
    { id: personId, name },
  );
  const attempt = await findAttempt(id);
  if (attempt?.state === "unsent") return ok(attempt);
  return refuse("It was too late: it has been sent. Open its page to see the outcome or to void it.");
}
