import { ok, type Result, refuse } from "#lib/result.ts";
import { limiter } from "#server/gateway-client/rate-limit/limiter.ts";
import { findRow } from "./attempts/attempts.ts";

/** Takes a payment out of the queue before it is sent, for the user who submitted it. Its attempt ends as `unsent`. */
export async function leaveQueue(person: { id: string }, attemptId: string): Promise<Result<null>> {
  const row = await findRow(attemptId);
  if (!row || row.user_id !== person.id) return refuse("This payment is not in your queue.");
  return (await limiter().leave(attemptId))
    ? ok(null)
    : refuse("It has been sent already. Wait for its result.");
}
