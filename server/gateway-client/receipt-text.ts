import { holdsCardNumber, isIssuedNumber } from "#lib/card-detector.ts";

/** True when base64 text, such as a receipt, holds a card number once it is decoded. Other text is false. */
export function base64HoldsCard(text: string): boolean {
  return /^[\w+/=\s-]{24,}$/.test(text) && htmlHoldsCard(Buffer.from(text, "base64").toString("utf8"));
}

/** Looks at a document as it is written and as it reads: tags within a number don't hide it. Takes linear time. */
export function htmlHoldsCard(html: string): boolean {
  if (holdsCardNumber(html) || holdsCardNumber(withoutTags(html, " a "))) return true;
  // One digit group to a table cell. Amounts, times and dates have signs between their digits.
  const joined = withoutTags(html, "").replace(/\s+|&nbsp;/g, "");
  return (joined.match(/\d{13,}/g) ?? []).some(isIssuedNumber);
}

/** `block` replaces a tag that begins a line or cell; inline tags and comments leave nothing. */
function withoutTags(html: string, block: string): string {
  const [start = "", ...pieces] = html.split("<");
  const texts = pieces.map((piece) => {
    const name = /^\/?(\w+|!--)/.exec(piece)?.[1]?.toLowerCase() ?? "";
    return (inlineTags.has(name) ? "" : block) + piece.slice(piece.indexOf(">") + 1);
  });
  return start + texts.join("");
}

const inlineTags = new Set(
  "!-- a abbr b bdi bdo big code em font i kbd mark s samp small span strong sub sup tt u var wbr".split(" "),
);
