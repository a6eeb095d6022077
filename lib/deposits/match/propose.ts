import type { FundingRules } from "../funding-rules.ts";
import { lastDay, type Portion, type PortionId, portionId } from "../portion.ts";
import { findClosest, findWithFee, type Guess } from "./guess.ts";
import { type Solution, toSolution, waysToPay } from "./payable.ts";
import { findSubsets, mostAmounts } from "./subset-sums.ts";

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

/** As many are shown to choose from. */
const MOST_SOLUTIONS = 6;

/**
 * Proposes for each open deposit what it pays, among portions that no match has claimed. The result doesn't depend on the
 * order of either, and matching the exact ones changes no other proposal.
 */
export function proposeMatches(
  deposits: readonly OpenDeposit[],
  portions: readonly Portion[],
  rules: FundingRules,
): Map<string, Proposal> {
  const searches = deposits.map((deposit) => {
    const candidates = candidatesOf(deposit, portions, rules);
    return { deposit, candidates, ...findExact(deposit, candidates, rules) };
  });
  const claimants = new Map<PortionId, Set<string>>();
  for (const { deposit, solutions, touched } of searches)
    for (const id of [...touched, ...solutions.flatMap((one) => one.portions)]) {
      const known = claimants.get(id) ?? new Set();
      claimants.set(id, known.add(deposit.id));
    }
  return new Map<string, Proposal>(
    searches.map(({ deposit, candidates, solutions, isWhole }) => {
      const rivals = new Set(
        solutions.flatMap((one) => one.portions).flatMap((id) => [...(claimants.get(id) ?? [])]),
      );
      rivals.delete(deposit.id);
      const [only, ...others] = solutions;
      const isUnique = others.length === 0 && rivals.size === 0;
      return [
        deposit.id,
        !only
          ? guess(deposit, candidates, rules)
          : !isUnique
            ? { kind: "ambiguous", solutions, rivals: [...rivals].sort() }
            : isWhole
              ? { kind: "exact", solution: only }
              : { kind: "suggested", solution: only, why: "manyBatches" },
      ] as const;
    }),
  );
}

/** The portions that this deposit may pay by its day and currency. Nothing is paid before its batch closes. */
function candidatesOf(
  { day, currency }: OpenDeposit,
  portions: readonly Portion[],
  rules: FundingRules,
): Portion[] {
  return portions
    .filter((portion) => portion.currency === currency)
    .filter((portion) => portion.closedDay <= day && day <= (lastDay(rules, portion) ?? ""))
    .sort((a, b) => a.closedAt - b.closedAt || (portionId(a) < portionId(b) ? -1 : 1));
}

type Found = {
  solutions: Solution[];
  /** False where not all sets could be compared: a single solution then proves nothing. */
  isWhole: boolean;
  /** Portions of solutions beyond those listed. */
  touched: PortionId[];
};

/** Every way in which the portions add up to the deposit, paid out as the rules say. */
function findExact(deposit: OpenDeposit, candidates: readonly Portion[], rules: FundingRules): Found {
  let isWhole = true;
  const solutions: Solution[] = [];
  for (const way of waysToPay(candidates, rules, rules.isAmexApart)) {
    if (way.length > mostAmounts) isWhole = false;
    // The latest are the likeliest.
    const payables = way.slice(-mostAmounts);
    for (const places of findSubsets(
      payables.map(({ cents, feeCents }) => cents - feeCents),
      deposit.cents,
      MOST_SOLUTIONS,
    ))
      solutions.push(toSolution(places.flatMap((place) => payables[place] ?? [])));
  }
  // With more solutions than are listed, every candidate may be part of one.
  const touched = solutions.length >= MOST_SOLUTIONS ? candidates.map(portionId) : [];
  return { solutions, isWhole, touched };
}

function guess(deposit: OpenDeposit, candidates: readonly Portion[], rules: FundingRules): Proposal {
  const [otherWay, ...others] = findExact(deposit, candidates, {
    ...rules,
    isAmexApart: !rules.isAmexApart,
  }).solutions;
  if (otherWay && others.length === 0) return { kind: "suggested", solution: otherWay, why: "otherPayout" };
  const ways = waysToPay(candidates, rules, rules.isAmexApart);
  const [withFee, ...more] = rules.fees === "net" ? findWithFee(deposit.cents, ways) : [];
  if (withFee && more.length === 0) return { kind: "suggested", solution: withFee, why: "fee" };
  if (withFee)
    return { kind: "ambiguous", solutions: [withFee, ...more].slice(0, MOST_SOLUTIONS), rivals: [] };
  return { kind: "none", closest: findClosest(deposit.cents, ways) };
}
