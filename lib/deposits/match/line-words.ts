import type { PortionPart } from "../portion.ts";

/** The parts of a batch that a bank line's own words name. Every processor's deposit is an "ACH credit": it names none. */
const namedIn = (description: string): PortionPart[] =>
  words.flatMap(([part, word]) => (word.test(description) ? [part] : []));

const words: readonly [PortionPart, RegExp][] = [
  ["amex", /\b(amex|american express)\b/i],
  ["checks", /\be-?checks?\b|\bchecks?\b/i],
];

/** The part that a bank line names, if it names exactly one. */
export function partNamedIn(description: string): PortionPart | undefined {
  const [part, ...more] = namedIn(description);
  return more.length === 0 ? part : undefined;
}

/** The likeliest has the least: what the bank's own words name, then the fewest batches. */
export function misfitOf(parts: readonly PortionPart[], description: string): number {
  const named = namedIn(description);
  const fits = named.length === 0 || parts.every((part) => named.includes(part));
  return (fits ? 0 : 1000) + parts.length;
}
