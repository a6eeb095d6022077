/** A count with thousands separators: 5000 → "5,000". */
export function formatCount(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A count with its noun: 1 → "1 transaction", 61 → "61 transactions". Give the plural where it is not just an "s". */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
