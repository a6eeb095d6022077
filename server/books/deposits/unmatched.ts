import { misfitOf } from "#lib/deposits/match/line-words.ts";
import type { OpenDeposit } from "#lib/deposits/match/propose.ts";
import type { UnmatchedDeposit } from "#lib/deposits/may-pay.ts";
import { type PortionId, partIn } from "#lib/deposits/portion.ts";
import type { Proposals } from "./proposals.ts";
import { solutionsIn } from "./shown-proposal.ts";

/** How long a page waits for proposals: those that take longer come with a later reading. */
export const PROPOSING_MS = 500;

type Candidate = { deposit: OpenDeposit; misfit: number };

/**
 * By part of a batch, the deposit without a match that most likely pays it: by what the bank's line names and by how few
 * parts it would pay, of equal ones the earliest that no part closed before is said to be paid by. Nothing while deposits are being compared.
 */
export function toUnmatched(proposals: Proposals | undefined): ReadonlyMap<PortionId, UnmatchedDeposit> {
  const found = new Map<PortionId, UnmatchedDeposit>();
  const named = new Set<string>();
  const closedAt = (portion: PortionId) => proposals?.closedAt.get(portion) ?? 0;
  const byClose = [...candidatesIn(proposals)].sort(([a], [b]) => closedAt(a) - closedAt(b));
  for (const [portion, candidates] of byClose) {
    const least = Math.min(...candidates.map(({ misfit }) => misfit));
    const likeliest = candidates.filter(({ misfit }) => misfit === least).map(({ deposit }) => deposit);
    const deposit = likeliest.find(({ id }) => !named.has(id)) ?? likeliest[0];
    if (!deposit) continue;
    named.add(deposit.id);
    found.set(portion, { day: deposit.day, cents: deposit.cents });
  }
  return found;
}

function candidatesIn(proposals: Proposals | undefined): ReadonlyMap<PortionId, Candidate[]> {
  const found = new Map<PortionId, Candidate[]>();
  for (const deposit of proposals?.open.values() ?? []) {
    const proposal = proposals?.byDeposit.get(deposit.id);
    for (const { portions } of proposal ? solutionsIn(proposal) : []) {
      const misfit = misfitOf(portions.map(partIn), deposit.description);
      for (const portion of portions) {
        const known = found.get(portion);
        if (known) known.push({ deposit, misfit });
        else found.set(portion, [{ deposit, misfit }]);
      }
    }
  }
  return found;
}
