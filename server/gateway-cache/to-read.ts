import { capitalized } from "#lib/format/capitalized.ts";
import type { Read } from "#lib/read.ts";
import type { GatewayError } from "#server/gateway-client/outcome.ts";

type Unavailable = { kind: "unavailable"; reason: string; status?: number; isLimit?: boolean };
type Outcome<Value> =
  | { kind: "answered"; value: Value; askedAt: number }
  | { kind: "refused"; error: GatewayError }
  | Unavailable;

/** Turns the outcome of a read into a result or a message for the person at the screen. */
export function toRead<Value>(outcome: Outcome<Value>, missing: string): Read<Value> {
  switch (outcome.kind) {
    case "answered":
      return { kind: "found", value: outcome.value, readAt: outcome.askedAt };
    case "unavailable":
      return {
        kind: "unavailable",
        message: unavailableText[outcome.reason] ?? formatUnavailable(outcome),
      };
    case "refused":
      return refusedRead(outcome.error, missing);
  }
}

const unavailableText: Record<string, string> = {
  refused: "The gateway refused the connection. It may be restarting: try again.",
  "not-found":
    "The gateway's address was not found. An administrator has to check the network and the settings.",
  unreachable: "The gateway could not be reached. Try again.",
  "connect-timeout": "Couldn't connect to the gateway in time. Try again.",
  timeout: "The gateway didn't respond in time. Try again.",
  reset: "The connection to the gateway was lost. Try again.",
  incomplete: "The gateway's response was incomplete. Try again.",
  unreadable: "The gateway's response could not be read. Try again.",
};

function formatUnavailable({ reason, status = 0, isLimit = false }: Unavailable): string {
  if (isLimit) return `${capitalized(reason)}.`;
  return status >= 500 ? noAnswerText : `Couldn't read from the gateway: ${reason}.`;
}

const noAnswerText = "The gateway isn't responding right now.";

function refusedRead({ status, message }: GatewayError, missing: string): Read<never> {
  if (status === 404) return { kind: "missing", message: missing };
  if (status === 429)
    return {
      kind: "unavailable",
      message: "The gateway's shared limit is used up for this minute. The console will try again shortly.",
    };
  if (status === 401)
    return {
      kind: "unavailable",
      message: `The gateway did not accept this console's key: ${message} An administrator has to check the settings.`,
    };
  if (status >= 500) return { kind: "unavailable", message: noAnswerText };
  return { kind: "unavailable", message: `The gateway refused: ${message}` };
}
