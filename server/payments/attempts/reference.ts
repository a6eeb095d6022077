import { randomInt } from "node:crypto";

/** Crockford's alphabet: no character is mistaken for another when read aloud. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new reference of ours, such as "8C2N-VX4P": short enough to read over the phone. The store refuses duplicates. */
export function newReference(): string {
  const pick = () => letters[randomInt(letters.length)];
  return `${pick()}${pick()}${pick()}${pick()}-${pick()}${pick()}${pick()}${pick()}`;
}

/** Puts the reference at the end of the private comments. */
export function withReference<Body extends { comments?: string }>(body: Body, reference: string): Body {
  return { ...body, comments: `${body.comments ?? ""} [${reference}]`.trim() };
}

/**
 * The references that a transaction carries, ours or any text that looks like one. Older attempts sent theirs as the
 * order id.
 */
export function referencesIn({
  orderid,
  comments,
}: {
  orderid?: string | undefined;
  comments?: string | undefined;
}): string[] {
  const found = [...(comments ?? "").matchAll(inComments)].map((match) => match[1] ?? "");
  return orderid !== undefined && alone.test(orderid) ? [orderid, ...found] : found;
}

const form = `[${letters}]{4}-[${letters}]{4}`;
const alone = new RegExp(`^${form}$`);
const inComments = new RegExp(`\\[(${form})\\]`, "g");
