import { ok, type Result, refuse } from "#lib/result.ts";
import { budget } from "#server/gateway/budget/budget.ts";
import { findRow } from "./store.ts";

/** Takes a payment out of the line before it is sent, for whoever sent it. Its attempt then ends as `unsent`. */
export async function leaveLine(person: { id: string }, attemptId: string): Promise<Result<null>> {
  const row = await findRow(attemptId);
  if (!row || row.user_id !== person.id) return refuse("You have no such payment in line.");
  return (await budget().leave(attemptId))
    ? ok(null)
    : refuse("It is not in line any more: it has been sent. Wait for its result.");
}
