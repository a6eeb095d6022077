import type { UnmatchedDeposit } from "#lib/deposits/may-pay.ts";
import type { Proposals } from "./proposals.ts";
import { portionsIn } from "./shown-proposal.ts";

/** How long a page waits for proposals: those that take longer come with a later reading. */
export const PROPOSING_MS = 500;

/** By part of a batch, the first deposit without a match that may pay it; nothing while deposits are being compared. */
export function toUnmatched(proposals: Proposals | undefined): ReadonlyMap<string, UnmatchedDeposit> {
  const found = new Map<string, UnmatchedDeposit>();
  for (const [id, { day, cents }] of proposals?.open ?? []) {
    const proposal = proposals?.byDeposit.get(id);
    if (!proposal || proposal.kind === "none") continue;
    for (const portion of portionsIn(proposal)) if (!found.has(portion)) found.set(portion, { day, cents });
  }
  return found;
}
