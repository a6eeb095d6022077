/** The value that the share of the others lies below: the upper of two between which it falls. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
