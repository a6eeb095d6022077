import type { AttemptState } from "#lib/attempt.ts";
import { translated } from "#lib/language/t.ts";

/** The states one looks for, by the word in the address. */
export const attemptFilters = translated("*", {
  unknown: "Unknown",
  answered: "Answered",
  refused: "Refused",
  unsent: "Not sent",
  resolved: "Resolved later",
} as const satisfies Partial<Record<AttemptState, string>>);
export type AttemptFilter = keyof typeof attemptFilters;

/** The state in a URL, or undefined when it isn't one of the filters. */
export function readAttemptState(text: unknown): AttemptFilter | undefined {
  return typeof text === "string" && Object.hasOwn(attemptFilters, text)
    ? (text as AttemptFilter) // hasOwn has looked
    : undefined;
}
