import { nounOf } from "#lib/language/t.ts";
import { numberFormat } from "./locale.ts";

/** A whole count with the locale's thousands separators: 5000 → "5,000". */
export function formatCount(count: number): string {
  return numberFormat(whole).format(Math.trunc(count));
}

const whole = { maximumFractionDigits: 0 } as const;

/** A count with its noun: 1 → "1 transaction", 61 → "61 transactions". Give the plural where it is not just an "s". */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${nounOf(count, noun, plural)}`;
}
