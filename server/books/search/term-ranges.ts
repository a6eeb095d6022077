import { type RawBuilder, sql } from "kysely";

/** The greatest sign that a term may have: what begins with a text lies between it and this after it. */
const last = "\u{10ffff}";

/** What begins with a text, as a range that an index serves. */
export const startsWith = (term: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql`(${term} >= ${text} and ${term} < ${text + last})`;

/**
 * Identifiers that end in a number between those of two others with the same beginning: "a-8" to "a-12". Of the same
 * length, they are in the order of their digits.
 */
export function inRange(term: RawBuilder<unknown>, from: string, to: string): RawBuilder<boolean> {
  const prefix = from.slice(0, from.length - (/\d+$/.exec(from)?.[0].length ?? 0));
  const parts: RawBuilder<boolean>[] = [];
  for (let length = from.length; length <= to.length; length++) {
    const digits = length - prefix.length;
    const least = length === from.length ? from : `${prefix}1${"0".repeat(digits - 1)}`;
    const most = length === to.length ? to : prefix + "9".repeat(digits);
    parts.push(sql`(length(${term}) = ${length} and ${term} between ${least} and ${most})`);
  }
  return sql`(${sql.join(parts, sql` or `)})`;
}
