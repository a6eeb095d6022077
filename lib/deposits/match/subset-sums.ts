/**
 * Finds the sets of amounts that add up to a sum exactly, at most `most` of them. Cents may be negative; none is 0. The
 * halves of the list are combined, so that 32 amounts cost about 2 × 65,536 steps.
 */
export function findSubsets(amounts: readonly number[], sum: number, most: number): number[][] {
  if (amounts.length > mostAmounts) throw new RangeError("too many amounts");
  const half = amounts.length >> 1;
  const left = sumsOf(amounts.slice(0, half));
  const right = sumsOf(amounts.slice(half));
  const bySum = new Map<number, number[]>();
  for (const [mask, cents] of left.entries()) {
    const masks = bySum.get(cents);
    if (!masks) bySum.set(cents, [mask]);
    else if (masks.length <= most) masks.push(mask);
  }
  const found: number[][] = [];
  for (const [rightMask, cents] of right.entries())
    for (const leftMask of bySum.get(sum - cents) ?? []) {
      if (leftMask === 0 && rightMask === 0) continue;
      found.push([...placesOf(leftMask, 0), ...placesOf(rightMask, half)]);
      if (found.length >= most) return found;
    }
  return found;
}

export const mostAmounts = 32;

/** The sum of every set, by its bits. */
function sumsOf(amounts: readonly number[]): number[] {
  const sums = [0];
  for (const amount of amounts) for (const sum of sums.slice()) sums.push(sum + amount);
  return sums;
}

function placesOf(mask: number, offset: number): number[] {
  const places: number[] = [];
  for (let bits = mask, place = offset; bits > 0; bits >>= 1, place += 1) if (bits & 1) places.push(place);
  return places;
}
