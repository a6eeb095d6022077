import type { Read } from "#lib/read.ts";
import type { GatewayError } from "#server/gateway/outcome.ts";

type Outcome<Value> =
  | { kind: "answered"; value: Value; tookMs: number }
  | { kind: "refused"; error: GatewayError }
  | { kind: "unavailable"; reason: string };

/** Turns what became of a read into words for the person who waits for it. */
export function toRead<Value>(outcome: Outcome<Value>, missing: string): Read<Value> {
  switch (outcome.kind) {
    case "answered":
      return { kind: "found", value: outcome.value, readAt: Date.now() };
    case "unavailable":
      return { kind: "unavailable", message: `The gateway could not be asked: ${outcome.reason}.` };
    case "refused":
      return refusedRead(outcome.error, missing);
  }
}

function refusedRead({ status, message }: GatewayError, missing: string): Read<never> {
  if (status === 404) return { kind: "missing", message: missing };
  if (status === 429)
    return {
      kind: "unavailable",
      message: "The gateway's shared limit is used up for this minute. It is asked again shortly.",
    };
  if (status === 401)
    return {
      kind: "unavailable",
      message: `The gateway did not accept this console's key: ${message} An administrator has to check the settings.`,
    };
  return { kind: "unavailable", message: `The gateway refused: ${message}` };
}
