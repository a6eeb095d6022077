import type { MoneyOutcome } from "#server/gateway-client/outcome.ts";

type ReasonOf<Kind extends MoneyOutcome["kind"]> = Extract<
  MoneyOutcome,
  { kind: Kind; reason: string }
>["reason"];

export const unsentText = {
  refused: "The gateway refused the connection. Nothing was sent.",
  "not-found": "The gateway's address was not found. Nothing was sent.",
  unreachable: "The gateway could not be reached. Nothing was sent.",
  "connect-timeout": "Couldn't connect to the gateway in time. Nothing was sent.",
  late: "It could not be sent in time because the shared request limit was used up. Nothing was sent.",
  left: "You removed it from the queue before it was sent.",
  gone: "It could not be queued. Nothing was sent.",
} as const satisfies Record<ReasonOf<"unsent">, string>;

export const lostText = {
  timeout: "The gateway didn't respond in time.",
  reset: "The connection was lost before the response arrived.",
  incomplete: "The response was incomplete.",
  "server-error": "The gateway had an error.",
  unreadable: "The gateway's response could not be read.",
} as const satisfies Record<ReasonOf<"unknown">, string>;

/** For an attempt that was in progress when the console stopped. */
export const interruptedText = "The console stopped while it was waiting for the gateway's response.";

/** After a lost answer the first lookup is immediate. */
export const firstLookupInMs = 1000;
