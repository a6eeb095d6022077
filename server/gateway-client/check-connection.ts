import { requestErrors } from "#lib/gateway/errors.ts";
import type { ConnectionTest } from "#lib/gateway-check.ts";
import { read } from "./client.ts";
import type { GatewayError } from "./outcome.ts";

/**
 * Asks the gateway for the shortest list, once, and says what the answer means for key, PIN and address. Each host is tried until one
 * gives a readable answer; each request is counted in the shared limit. No money moves.
 */
export async function checkConnection(): Promise<ConnectionTest> {
  return toCheck(await read("listBatches", { query: { limit: 1 }, priority: "person" }));
}

type Answer =
  | { kind: "answered"; tookMs: number }
  | { kind: "refused"; error: GatewayError }
  | { kind: "unavailable"; reason: string; isLimit?: boolean };

/** What an answer to that request says. */
export function toCheck(outcome: Answer): ConnectionTest {
  if (outcome.kind === "answered") return { kind: "works", tookMs: outcome.tookMs };
  if (outcome.kind === "unavailable")
    return { kind: outcome.isLimit ? "limit" : "unreachable", reason: outcome.reason };
  const { status, code } = outcome.error;
  if (code === requestErrors.unknownKey.code) return { kind: "unknownKey" };
  if (code === requestErrors.wrongHash.code) return { kind: "wrongPin" };
  if (code === requestErrors.blockedIp.code) return { kind: "addressNotAllowed" };
  if (code === requestErrors.rateLimit.code)
    return { kind: "limit", reason: "the gateway counted too many requests" };
  return { kind: "refused", status, code };
}
