import type { ShownPortion, ShownProposal, ShownSolution } from "#lib/deposits/deposits-view.ts";
import type { Solution } from "#lib/deposits/match/payable.ts";
import type { Proposal } from "#lib/deposits/match/propose.ts";
import type { PortionPart } from "#lib/deposits/portion.ts";

type PaidPart = { portion: ShownPortion; day: string };

/** The portions that a proposal names. */
export const portionsIn = (proposal: Proposal): string[] =>
  proposal.kind === "none"
    ? (proposal.closest?.portions ?? [])
    : solutionsIn(proposal).flatMap(({ portions }) => portions);

/** What a deposit may pay, each of them all of it. */
export function solutionsIn(proposal: Proposal): readonly Solution[] {
  if (proposal.kind === "none") return [];
  return proposal.kind === "ambiguous" ? proposal.solutions : [proposal.solution];
}

/** A proposal as the page shows it, of an open deposit. */
export function toShownProposal(
  deposit: { cents: number; description: string },
  proposal: Proposal,
  portions: ReadonlyMap<string, ShownPortion>,
  open: ReadonlyMap<string, { day: string; cents: number }>,
  { paid, isReading, wasUndone }: { paid: PaidPart | undefined; isReading: boolean; wasUndone: boolean },
): ShownProposal {
  const misfit = ({ portions: paid }: ShownSolution) =>
    misfitOf(
      paid.map(({ part }) => part),
      deposit.description,
    );
  const shown = (solution: Solution): ShownSolution => ({
    portions: solution.portions
      .flatMap((id) => portions.get(id) ?? [])
      .sort((a, b) => b.closedAt - a.closedAt || (a.id < b.id ? -1 : 1)),
    feeCents: solution.feeCents,
  });
  switch (proposal.kind) {
    case "exact":
      return { kind: "suggested", solution: shown(proposal.solution), why: wasUndone ? "undone" : "exact" };
    case "suggested":
      return { kind: "suggested", solution: shown(proposal.solution), why: proposal.why };
    case "ambiguous":
      return {
        kind: "ambiguous",
        solutions: proposal.solutions.map(shown).sort((one, other) => misfit(one) - misfit(other)),
        rivals: proposal.rivals.flatMap((id) => {
          const rival = open.get(id);
          return rival ? [{ day: rival.day, cents: rival.cents }] : [];
        }),
      };
    case "none": {
      if (deposit.cents < 0 && FEE.test(deposit.description)) return { kind: "fee" };
      const { closest } = proposal;
      return {
        kind: "none",
        paid,
        isReading,
        closest: closest && {
          ...closest,
          portions: closest.portions.flatMap((id) => portions.get(id) ?? []),
        },
      };
    }
  }
}

/** The likeliest has the least: what the bank's own words name, then the fewest batches. */
export const misfitOf = (parts: readonly PortionPart[], description: string): number =>
  (parts.every((part) => isNamed(part, description)) ? 0 : 1000) + parts.length;

/** Whether the text of a bank line fits a part of a batch: one that names no part fits any. */
function isNamed(part: PortionPart, description: string): boolean {
  const named = Object.entries(words).filter(([, word]) => word.test(description));
  return named.length === 0 || named.some(([name]) => name === part);
}

const words: Partial<Record<PortionPart, RegExp>> = {
  amex: /\b(amex|american express)\b/i,
  checks: /\b(e?checks?|ach (?:debits?|credits?))\b/i,
};

/** What processors call their own debits. */
const FEE = /\b(fees?|discount|interchange|assessments?|svc chrg|service charge)\b/i;
