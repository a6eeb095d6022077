import type { Attempt } from "#lib/attempt.ts";
import type { FollowUpValues } from "#lib/forms/follow-up.ts";
import { paths } from "#lib/paths.ts";
import { getJson } from "#lib/queries/get-json.ts";
import { actOnTransaction } from "#server/actions/payments.ts";

type Acted =
  | { kind: "attempt"; attempt: Attempt }
  /** Nothing was done. */
  | { kind: "refused"; message: string; fields: Record<string, string> }
  /** The console itself did not answer. The same values may be sent again: the nonce makes it the same attempt. */
  | { kind: "lost" };

/** Acts on a transaction. When the console's answer is lost, the journal is asked what became of it. */
export async function act(values: FollowUpValues): Promise<Acted> {
  try {
    const result = await actOnTransaction(values);
    if (result.ok) return { kind: "attempt", attempt: result.value };
    return { kind: "refused", message: result.problem.message, fields: result.problem.fields ?? {} };
  } catch {
    return getJson<Attempt>(paths.api.attempt(values.attempt)).then(
      (attempt) => ({ kind: "attempt", attempt }),
      () => ({ kind: "lost" }),
    );
  }
}

/** The nonce of one question: two answers to it are one attempt. */
export function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
