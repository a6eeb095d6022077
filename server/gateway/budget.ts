import { keptForPayments } from "#lib/shared-limit.ts";
import { lastPulse } from "./pulse.ts";

/** Who may use the shared limit first. Money is never held back here: the gateway's own 429 is a refusal that loses nothing. */
export type Lane = "money" | "resolve" | "person" | "background";

/** Requests of each minute that a lane leaves to the ones before it. */
const leaves: Record<Lane, number> = { money: 0, resolve: 5, person: keptForPayments, background: 20 };

export type Admission = { admitted: true } | { admitted: false; reason: string };

/** Asks for one request of the shared limit, by what the gateway last told of it. */
export async function admit(lane: Lane): Promise<Admission> {
  const minute = (await lastPulse())?.minute;
  if (!minute || lane === "money") return { admitted: true };
  const left = minute.limit - minute.used - leaves[lane];
  if (left > 0) return { admitted: true };
  const seconds = 60 - new Date().getUTCSeconds();
  return {
    admitted: false,
    reason: `this minute's shared requests are kept for payments; more in ${seconds} s`,
  };
}
