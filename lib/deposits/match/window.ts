import { type FundingRules, isFeeOpen } from "../funding-rules.ts";
import { firstDay, lastDay, type Portion, type PortionId, portionId } from "../portion.ts";
import { findClosest, findWithFee, type Guess, type Run, runsOf } from "./guess.ts";
import { type Payable, type Solution, toSolution, waysToPay } from "./payable.ts";
import { maxAmounts, SubsetSums } from "./subset-sums.ts";

/** As many solutions of a deposit are shown to choose from. */
export const MAX_SOLUTIONS = 6;

/** What the portions of a window say of an amount. */
export type Found = {
  solutions: Solution[];
  /** False where not all sets could be compared: a single solution then proves nothing. */
  isWhole: boolean;
  /** Portions of solutions beyond those listed. */
  touched: readonly PortionId[];
};

/** What may be thought of an amount that no set of portions explains. */
export type Hint =
  | { kind: "suggested"; solution: Solution; why: "fee" | "otherPayout" | "manyBatches" }
  | { kind: "ambiguous"; solutions: Solution[] }
  | { kind: "none"; closest: Guess | undefined };

/** A portion with the first and the last day on which it is taken for paid. */
export type Dated = { portion: Portion; first: string; last: string };

/** Portions with these days, the earliest close first. Cash is never expected. */
export function datePortions(portions: readonly Portion[], rules: FundingRules): Dated[] {
  // Many batches close on one day, and a last day costs a walk over the calendar.
  const lastDays = new Map<string, string | undefined>();
  const lastOf = (portion: Portion) => {
    const key = `${portion.part} ${portion.closedDay}`;
    if (!lastDays.has(key)) lastDays.set(key, lastDay(rules, portion));
    return lastDays.get(key);
  };
  return portions
    .flatMap((portion) => {
      const last = lastOf(portion);
      return last === undefined ? [] : [{ portion, first: firstDay(rules, portion), last }];
    })
    .sort(
      ({ portion: a }, { portion: b }) => a.closedAt - b.closedAt || (portionId(a) < portionId(b) ? -1 : 1),
    );
}

/**
 * The portions that deposits of one day and currency may pay, prepared once for all of these deposits.
 */
export class Window {
  readonly #ids: readonly PortionId[];
  readonly #rules: FundingRules;
  readonly #ways: Searchable[];
  readonly #candidates: readonly Portion[];
  readonly #hints = new Map<number, Hint>();
  readonly #found = new Map<number, Found>();
  #others: Searchable[] | undefined;
  #runs: Run[] | undefined;

  constructor(
    dated: readonly Dated[],
    { day, currency }: { day: string; currency: string },
    rules: FundingRules,
  ) {
    this.#candidates = dated
      .filter(({ portion, first, last }) => portion.currency === currency && first <= day && day <= last)
      .map(({ portion }) => portion);
    this.#ids = this.#candidates.map(portionId);
    this.#rules = rules;
    this.#ways = this.#waysOf(rules.isAmexApart);
  }

  /** Every way in which the portions add up to the amount, paid out as the rules say. */
  find(cents: number): Found {
    const known = this.#found.get(cents);
    if (known) return known;
    const found = search(this.#ways, cents, this.#ids);
    this.#found.set(cents, found);
    return found;
  }

  /** For an amount that `find` has no solution for. */
  guess(cents: number): Hint {
    const known = this.#hints.get(cents);
    if (known) return known;
    const hint = this.#guess(cents);
    this.#hints.set(cents, hint);
    return hint;
  }

  #guess(cents: number): Hint {
    this.#others ??= this.#waysOf(!this.#rules.isAmexApart);
    const [otherWay, ...others] = search(this.#others, cents, this.#ids).solutions;
    if (otherWay && others.length === 0) return { kind: "suggested", solution: otherWay, why: "otherPayout" };
    this.#runs ??= runsOf(this.#ways.map(({ way }) => way));
    const [withFee, ...more] = isFeeOpen(this.#rules) ? findWithFee(cents, this.#runs, MAX_SOLUTIONS) : [];
    if (withFee && more.length === 0) return { kind: "suggested", solution: withFee, why: "fee" };
    if (withFee) return { kind: "ambiguous", solutions: [withFee, ...more] };
    const closest = findClosest(cents, this.#runs);
    if (closest?.differenceCents === 0) {
      const { portions, feeCents } = closest;
      return { kind: "suggested", solution: { portions, feeCents }, why: "manyBatches" };
    }
    return { kind: "none", closest };
  }

  #waysOf(isAmexApart: boolean): Searchable[] {
    return waysToPay(this.#candidates, this.#rules, isAmexApart).map((way) => new Searchable(way));
  }
}

/** One list of payables, of which a deposit pays a set. */
class Searchable {
  readonly way: readonly Payable[];
  /** The latest are the likeliest. */
  readonly #latest: readonly Payable[];
  readonly #sums: SubsetSums;

  constructor(way: readonly Payable[]) {
    this.way = way;
    this.#latest = way.slice(-maxAmounts);
    this.#sums = new SubsetSums(this.#latest.map(({ cents, feeCents }) => cents - feeCents));
  }

  get isWhole(): boolean {
    return this.#latest.length === this.way.length;
  }

  find(cents: number): Solution[] {
    return this.#sums
      .find(cents, MAX_SOLUTIONS)
      .map((places) => toSolution(places.flatMap((place) => this.#latest[place] ?? [])));
  }
}

function search(ways: readonly Searchable[], cents: number, ids: readonly PortionId[]): Found {
  const solutions = ways.flatMap((way) => way.find(cents));
  return {
    solutions,
    isWhole: ways.every(({ isWhole }) => isWhole),
    // With more solutions than are listed, every candidate may be part of one.
    touched: solutions.length >= MAX_SOLUTIONS ? ids : [],
  };
}
