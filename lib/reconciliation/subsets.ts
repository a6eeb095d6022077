/**
 * The sets of `count` places whose amounts add up to `sum`; at most two, since two already mean that none is certain.
 * Amounts are positive; any number of them, of which few are picked. (Deposits pick any number of at most 32 signed amounts,
 * for many sums at once: `lib/deposits/match/subset-sums.ts`. Neither search can do the other's.) Gives up as ambiguous (two empty sets) where a search would take long.
 */
export function findSubsets(amounts: readonly number[], sum: number, count: number): number[][] {
  const found: number[][] = [];
  let steps = 0;
  const order = amounts
    .map((_, place) => place)
    .sort((one, other) => (amounts[other] ?? 0) - (amounts[one] ?? 0));
  const search = (from: number, left: number, wanted: number, chosen: number[]): void => {
    if (found.length > 1 || steps > maxSteps) return;
    steps += 1;
    if (wanted === 0) {
      if (left === 0) found.push(chosen.toSorted((one, other) => one - other));
      return;
    }
    for (let at = from; at <= order.length - wanted; at += 1) {
      const place = order[at] ?? 0;
      const amount = amounts[place] ?? 0;
      // The largest come first: what is left can't be reached any more.
      if (amount * wanted < left) return;
      if (amount <= left) search(at + 1, left - amount, wanted - 1, [...chosen, place]);
    }
  };
  search(0, sum, count, []);
  return steps > maxSteps ? [[], []] : found;
}

const maxSteps = 200_000;
