import type { StatusCode } from "#lib/gateway/codes.ts";
import type { EventName } from "#lib/gateway/events.ts";

/** The event of a check that went from one status to another; from a status to itself it is a note (contract: Events). */
export function checkEvent(from: StatusCode, to: StatusCode): EventName | undefined {
  return from === to ? "ach.note_added" : became[to];
}

const became: Partial<Record<StatusCode, EventName>> = {
  B: "ach.submitted",
  S: "ach.settled",
  R: "ach.returned",
  V: "ach.voided",
  E: "ach.failed",
};
