/** Digits of every script as 0-9 ("１２" and "١٢" → "12"). Compatibility forms such as full-width letters are normalized. */
export const asciiDigits = (text: string): string =>
  text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => `${digitValue(digit)}`);

/** A script's ten digits follow one another, and so do scripts that touch. */
export function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}

/**
 * The digits of a text that holds nothing else but spaces and dashes. Any other text comes back as it is: it has to be seen
 * and refused, not read as another number.
 */
export function readDigits(text: string): string {
  const digits = asciiDigits(text).replace(/[\s\p{Pd}]/gu, "");
  return isDigits(digits) ? digits : text;
}

export const isDigits = (text: string): boolean => /^\d*$/.test(text);
