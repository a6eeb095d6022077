import { holdsCardNumber } from "./card-detector.ts";

/**
 * True when a part of an address, its path or its query, contains a card number, however it is encoded. Identifiers that
 * the console makes itself pass: 64 random hex digits can look like a card number.
 */
export function addressHoldsCard({ pathname, search }: { pathname: string; search: string }): boolean {
  const path = pathname.split("/");
  const query = new URLSearchParams(search);
  // A number may be spread over the segments of the path or the values of one name.
  const whole = path.map((part) => (isOwnId(part) ? "id" : part)).join("/");
  const values = [...new Set(query.keys())].map((name) => query.getAll(name).join(" "));
  return [whole, ...values, ...path, ...[...query].flat()].some(
    (part) => !isOwnId(part) && holdsCardNumber(decoded(part)),
  );
}

/** A random UUID, or a SHA-256 as the address of an event or a file. */
export const isOwnId = (part: string) =>
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:body-)?[0-9a-f]{64})$/.test(part) &&
  /[a-f]/.test(part.replace("body-", ""));

/** Digits can be escaped, and an address within an address is escaped twice. */
function decoded(part: string): string {
  let text = part;
  for (let depth = 0; depth < 3; depth++) {
    const plain = text.replace(/(?:%[0-9a-f]{2})+/gi, unescaped);
    if (plain === text) break;
    text = plain;
  }
  return text;
}

function unescaped(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    // One that is no text does not hide the others.
    return escapes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code < 0x80 ? String.fromCharCode(code) : " ";
    });
  }
}
