import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";

/** Text as terms compare it: lower case, without accents. */
export const toTerm = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** The words of a text as terms: what lies between white space and punctuation. */
export const wordsOf = (text: string): string[] =>
  toTerm(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Identifiers are terms as they are and by their words, so that "A-17" is found by "a-17", "a" and "17". */
export function termsOf(row: IndexedTransactionRow): string[] {
  const identifiers = [
    row.transaction_key,
    row.attempt_id,
    row.refnum,
    row.authcode,
    row.invoice,
    row.orderid,
    row.last_four,
  ].filter((text) => text !== null);
  const texts = [row.customer, row.description, row.invoice, row.orderid].filter((text) => text !== null);
  return [...new Set([...identifiers.map(toTerm), ...texts.flatMap(wordsOf)])]
    .map((term) => term.slice(0, longestTerm))
    .filter((term) => term !== "");
}

/** Terms as the row keeps them, so that each begins and ends at a line. */
export const toLines = (terms: readonly string[]): string => `\n${terms.join("\n")}\n`;

export const fromLines = (lines: string): string[] => lines.split("\n").filter((term) => term !== "");

/** A longer beginning finds nothing: no identifier of the contract is that long. */
const longestTerm = 64;
