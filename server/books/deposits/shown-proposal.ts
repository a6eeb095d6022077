import type { ShownPortion, ShownProposal, ShownSolution } from "#lib/deposits/deposits-view.ts";
import { misfitOf } from "#lib/deposits/match/line-words.ts";
import type { Solution } from "#lib/deposits/match/payable.ts";
import type { Proposal } from "#lib/deposits/match/propose.ts";

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
  { paid, wasUndone }: { paid: PaidPart | undefined; wasUndone: boolean },
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
        solutions: proposal.solutions
          .map(shown)
          .sort((one, other) => misfit(one) - misfit(other) || closeOf(one) - closeOf(other)),
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
        closest: closest && { ...shown(closest), differenceCents: closest.differenceCents },
      };
    }
  }
}

/** When the last of its batches closed: of equally likely ones, the bank pays the earlier first. */
const closeOf = ({ portions: [latest] }: ShownSolution) => latest?.closedAt ?? 0;

/** What processors call their own debits. */
const FEE = /\b(fees?|discount|interchange|assessments?|svc chrg|service charge)\b/i;
