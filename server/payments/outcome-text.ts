import type { MoneyOutcome } from "#server/gateway-client/outcome.ts";

type ReasonOf<Kind extends MoneyOutcome["kind"]> = Extract<
  MoneyOutcome,
  { kind: Kind; reason: string }
>["reason"];

export const unsentText = {
  refused: "The gateway does not take connections. Nothing was sent.",
  "not-found": "The gateway's address was not found. Nothing was sent.",
  unreachable: "The gateway could not be reached. Nothing was sent.",
  "connect-timeout": "The gateway did not pick up. Nothing was sent.",
  late: "The shared request limit left no room in time. Nothing was sent.",
  left: "You took it out of the queue before it was sent.",
  gone: "It could not be queued. Nothing was sent.",
} as const satisfies Record<ReasonOf<"unsent">, string>;

export const lostText = {
  timeout: "No answer came in time.",
  reset: "The connection broke before the answer.",
  incomplete: "The answer broke off in the middle.",
  "server-error": "The gateway had an error.",
  unreadable: "The gateway's answer could not be read.",
} as const satisfies Record<ReasonOf<"unknown">, string>;

/** For an attempt that was in progress when the console stopped. */
export const interruptedText = "The console stopped while the answer was awaited.";

/** After a lost answer the first lookup is immediate. */
export const firstLookupInMs = 1000;
