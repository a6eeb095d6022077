import type { FundingRules } from "../funding-rules.ts";
import { type Portion, type PortionId, partIn } from "../portion.ts";
import type { Guess } from "./guess.ts";
import { partNamedIn } from "./line-words.ts";
import type { Solution } from "./payable.ts";
import { MAX_RIVALS } from "./rivals.ts";
import { datePortions, type Found, type Hint, MAX_SOLUTIONS, Window } from "./window.ts";

/** A bank line that no match explains yet. */
export type OpenDeposit = {
  id: string;
  day: string;
  cents: number;
  currency: string;
  /** The bank's own words. */
  description: string;
};

/**
 * What a deposit may pay. `exact`: one set of portions adds up to the cent, and no other open deposit could be paid by
 * any of them. `ambiguous`: several sets, or several deposits for the same. `suggested`: one set, but by a fee that isn't
 * known in advance, by another way of paying out than the rules say, or chosen by the words of the bank line.
 */
export type Proposal =
  | { kind: "exact"; solution: Solution }
  | { kind: "ambiguous"; solutions: Solution[]; rivals: string[] }
  | { kind: "suggested"; solution: Solution; why: "fee" | "otherPayout" | "manyBatches" | "words" }
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

/** `proposeMatches` in short steps, so that a long list does not block the event loop. */
export function* proposeInSteps(
  deposits: readonly OpenDeposit[],
  portions: readonly Portion[],
  rules: FundingRules,
): Generator<void, Map<string, Proposal>> {
  const dated = datePortions(portions, rules);
  const searches: Search[] = [];
  const windows = Map.groupBy(deposits, ({ day, currency }) => `${day} ${currency}`);
  for (const own of windows.values()) {
    const [first] = own;
    if (!first) continue;
    const window = new Window(dated, first, rules);
    for (const { id, cents, description } of own) {
      yield;
      const found = window.find(cents);
      const hint = found.solutions.length === 0 ? window.guess(cents) : undefined;
      searches.push({ id, description, found, hint });
    }
  }
  searches.sort((a, b) => (a.id < b.id ? -1 : 1));
  const named = searches.map(byWords);
  const claimants = yield* claimantsOf(searches);
  const claimantsByWords = yield* claimantsOf(named);
  const proposals = new Map<string, Proposal>();
  for (const [place, { id, found, hint }] of searches.entries()) {
    yield;
    if (hint) {
      proposals.set(id, hint.kind === "ambiguous" ? { ...hint, rivals: [] } : hint);
      continue;
    }
    const proposal = toProposal(found, rivalsOf(id, found, claimants));
    const own = named[place];
    const [solution, ...others] = own?.isNamed ? own.found.solutions : [];
    const isChosen =
      proposal.kind === "ambiguous" &&
      found.isWhole &&
      solution &&
      others.length === 0 &&
      rivalsOf(id, { ...found, solutions: [solution] }, claimantsByWords).length === 0;
    proposals.set(id, isChosen ? { kind: "suggested", solution, why: "words" } : proposal);
  }
  return proposals;
}

type Search = { id: string; description: string; found: Found; hint: Hint | undefined };

/** Without the solutions that the bank line's words speak against, where they name one part and all solutions are listed. */
function byWords(search: Search): Search & { isNamed: boolean } {
  const { description, found } = search;
  const part = partNamedIn(description);
  const fitting = found.solutions.filter(({ portions }) => portions.every((id) => partIn(id) === part));
  const isNamed = fitting.length > 0 && found.solutions.length < MAX_SOLUTIONS;
  return { ...search, isNamed, found: isNamed ? { ...found, solutions: fitting } : found };
}

/** By portion, the deposits that it may be paid by. */
function* claimantsOf(searches: readonly Search[]): Generator<void, Map<PortionId, string[]>> {
  const claimants = new Map<PortionId, string[]>();
  for (const { id, found } of searches) {
    yield;
    const { solutions, touched } = found;
    for (const portion of new Set([...touched, ...solutions.flatMap((one) => one.portions)])) {
      const known = claimants.get(portion);
      if (!known) claimants.set(portion, [id]);
      else if (known.length <= MAX_RIVALS) known.push(id);
    }
  }
  return claimants;
}

function rivalsOf(
  id: string,
  { solutions }: Found,
  claimants: ReadonlyMap<PortionId, readonly string[]>,
): string[] {
  const rivals = new Set(solutions.flatMap((one) => one.portions).flatMap((one) => claimants.get(one) ?? []));
  rivals.delete(id);
  return [...rivals].sort().slice(0, MAX_RIVALS);
}

function toProposal({ solutions, isWhole }: Found, rivals: string[]): Proposal {
  const [only, ...others] = solutions;
  if (!only || others.length > 0 || rivals.length > 0) return { kind: "ambiguous", solutions, rivals };
  return isWhole
    ? { kind: "exact", solution: only }
    : { kind: "suggested", solution: only, why: "manyBatches" };
}
