import type { EndpointReply } from "#lib/gateway/endpoints.ts";
import type { Transaction } from "#lib/gateway/schemas/transaction.ts";
import type { LostReason, UnsentReason } from "./exchange.ts";

/**
 * The outcome of a money command. Only `refused` and `unsent` mean that nothing happened; `unknown` is never called
 * a failure: money may have moved, and only evidence settles it.
 */
export type MoneyOutcome =
  | { kind: "answered"; transaction: Transaction; tookMs: number }
  | { kind: "refused"; error: GatewayError; tookMs: number }
  | { kind: "unsent"; reason: UnsentReason | NotSentReason; why?: string }
  | { kind: "unknown"; reason: LostReason | "server-error" | "unreadable" };

/** `late`: its turn would not have come in time · `left`: it was taken out of the queue · `gone`: it may no longer be sent. */
type NotSentReason = "late" | "left" | "gone";

/** The gateway's own refusal: {"error", "errorcode"} and the HTTP status beside it. */
export type GatewayError = {
  status: number;
  message: string;
  code: number | undefined;
  /** Reasons by the wire path of the field. */
  fields: Record<string, string>;
};

/**
 * The outcome of a read. A read may be repeated freely. `askedAt` is when the request left, in epoch ms: it shows how things were
 * then or later, and what was done in between may be missing.
 */
export type ReadOutcome<Name extends import("#lib/gateway/endpoints.ts").EndpointName> =
  | { kind: "answered"; value: EndpointReply<Name>; askedAt: number; tookMs: number }
  | { kind: "refused"; error: GatewayError }
  /** `status`: of an HTTP error that is not the gateway's own refusal. `isLimit`: its turn would not have come in time. */
  | { kind: "unavailable"; reason: string; status?: number; isLimit?: boolean };
