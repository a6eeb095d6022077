import type { FundingRules } from "../funding-rules.ts";
import type { Portion, PortionId } from "../portion.ts";
import type { Guess } from "./guess.ts";
import type { Solution } from "./payable.ts";
import { MOST_RIVALS } from "./rivals.ts";
import { datePortions, type Found, type Hint, Window } from "./window.ts";

/** A bank line that no match explains yet. */
export type OpenDeposit = {
  id: string;
  day: string;
  cents: number;
  currency: string;
};

/**
 * What a deposit may pay. `exact`: one set of portions adds up to the cent, and no other open deposit could be paid by
 * any of them. `ambiguous`: several sets, or several deposits for the same. `suggested`: one set, but by a fee that isn't
 * known in advance or by another way of paying out than the rules say.
 */
export type Proposal =
  | { kind: "exact"; solution: Solution }
  | { kind: "ambiguous"; solutions: Solution[]; rivals: string[] }
  | { kind: "suggested"; solution: Solution; why: "fee" | "otherPayout" | "manyBatches" }
  | { kind: "none"; closest: Guess | undefined };

/**
 * Proposes for each open deposit what it pays, among portions that no match has claimed. The result doesn't depend on the
 * order of either, and matching the exact ones changes no other proposal.
 */
export function proposeMatches(
  deposits: readonly OpenDeposit[],
  portions: readonly Portion[],
  rules: FundingRules,
): Map<string, Proposal> {
  const steps = proposeInSteps(deposits, portions, rules);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps of a few milliseconds at most, so that a long list can be left and taken up again. */
export function* proposeInSteps(
  deposits: readonly OpenDeposit[],
  portions: readonly Portion[],
  rules: FundingRules,
): Generator<void, Map<string, Proposal>> {
  const dated = datePortions(portions, rules);
  const searches: { id: string; found: Found; hint: Hint | undefined }[] = [];
  const windows = Map.groupBy(deposits, ({ day, currency }) => `${day} ${currency}`);
  for (const own of windows.values()) {
    const [first] = own;
    if (!first) continue;
    const window = new Window(dated, first, rules);
    for (const { id, cents } of own) {
      yield;
      const found = window.find(cents);
      searches.push({ id, found, hint: found.solutions.length === 0 ? window.guess(cents) : undefined });
    }
  }
  searches.sort((a, b) => (a.id < b.id ? -1 : 1));
  const claimants = new Map<PortionId, string[]>();
  for (const { id, found } of searches) {
    yield;
    const { solutions, touched } = found;
    for (const portion of new Set([...touched, ...solutions.flatMap((one) => one.portions)])) {
      const known = claimants.get(portion);
      if (!known) claimants.set(portion, [id]);
      else if (known.length <= MOST_RIVALS) known.push(id);
    }
  }
  const proposals = new Map<string, Proposal>();
  for (const { id, found, hint } of searches) {
    yield;
    if (!hint) proposals.set(id, toProposal(found, rivalsOf(id, found, claimants)));
    else proposals.set(id, hint.kind === "ambiguous" ? { ...hint, rivals: [] } : hint);
  }
  return proposals;
}

function rivalsOf(
  id: string,
  { solutions }: Found,
  claimants: ReadonlyMap<PortionId, readonly string[]>,
): string[] {
  const rivals = new Set(solutions.flatMap((one) => one.portions).flatMap((one) => claimants.get(one) ?? []));
  rivals.delete(id);
  return [...rivals].sort().slice(0, MOST_RIVALS);
}

function toProposal({ solutions, isWhole }: Found, rivals: string[]): Proposal {
  const [only, ...others] = solutions;
  if (!only || others.length > 0 || rivals.length > 0) return { kind: "ambiguous", solutions, rivals };
  return isWhole
    ? { kind: "exact", solution: only }
    : { kind: "suggested", solution: only, why: "manyBatches" };
}
