/**
 * Finds the sets of amounts that add up to a sum exactly. Cents may be negative; none is 0. Meet in the middle: the sums of
 * each half of the amounts are listed once, in order, so that a search grows with 2^(n/2) instead of 2^n.
 */
export class SubsetSums {
  readonly #half: number;
  readonly #left: Sums;
  readonly #right: Sums;

  constructor(amounts: readonly number[]) {
    if (amounts.length > maxAmounts) throw new RangeError("too many amounts");
    this.#half = amounts.length >> 1;
    this.#left = sumsOf(amounts.slice(0, this.#half));
    this.#right = sumsOf(amounts.slice(this.#half));
  }

  /** At most `most` sets, each as the places of its amounts. */
  find(sum: number, most: number): number[][] {
    const [left, right] = [this.#left, this.#right];
    const found: number[][] = [];
    let high = right.cents.length - 1;
    for (let low = 0; low < left.cents.length && high >= 0; low += 1) {
      const wanted = sum - (left.cents[low] ?? 0);
      while (high >= 0 && (right.cents[high] ?? 0) > wanted) high -= 1;
      for (let same = high; same >= 0 && right.cents[same] === wanted; same -= 1) {
        const [leftMask, rightMask] = [left.masks[low] ?? 0, right.masks[same] ?? 0];
        if (leftMask === 0 && rightMask === 0) continue;
        found.push([...placesOf(leftMask, 0), ...placesOf(rightMask, this.#half)]);
        if (found.length >= most) return found;
      }
    }
    return found;
  }
}

export const maxAmounts = 32;

/** The sum of every set, rising, and which amounts are in it, by their bits. */
type Sums = { cents: Float64Array; masks: Int32Array };

function sumsOf(amounts: readonly number[]): Sums {
  let sums: Sums = { cents: new Float64Array(1), masks: new Int32Array(1) };
  for (const [place, amount] of amounts.entries()) sums = withAmount(sums, amount, 1 << place);
  return sums;
}

/** Merges the sums without an amount and those with it: both are in order. */
function withAmount({ cents, masks }: Sums, amount: number, bit: number): Sums {
  const { length } = cents;
  const merged: Sums = { cents: new Float64Array(2 * length), masks: new Int32Array(2 * length) };
  for (let without = 0, having = 0; without + having < 2 * length; ) {
    const at = without + having;
    const one = without < length ? (cents[without] ?? 0) : Number.POSITIVE_INFINITY;
    const other = having < length ? (cents[having] ?? 0) + amount : Number.POSITIVE_INFINITY;
    if (one <= other) {
      merged.cents[at] = one;
      merged.masks[at] = masks[without++] ?? 0;
    } else {
      merged.cents[at] = other;
      merged.masks[at] = (masks[having++] ?? 0) | bit;
    }
  }
  return merged;
}

function placesOf(mask: number, offset: number): number[] {
  const places: number[] = [];
  for (let bits = mask, place = offset; bits > 0; bits >>= 1, place += 1) if (bits & 1) places.push(place);
  return places;
}
