import { digitsIn, plainForms } from "./card-detector.ts";

/** The digits a payment is made with. Each belongs in its own field only, because that field alone is never stored. */
export type OwnNumbers = { card?: string; account?: string };

/** Which of these numbers a text repeats; undefined when it repeats neither. */
export function repeatedNumber(
  text: string,
  { card = "", account = "" }: OwnNumbers,
): keyof OwnNumbers | undefined {
  if (repeats(text, card)) return "card";
  return repeats(text, account) ? "account" : undefined;
}

/** Shorter numbers are too common in addresses, invoices and dates to mean the account. */
const shortest = 6;
/** From here on, the digits are found between others too: by chance they appear once in a hundred million. */
const distinctive = 8;

/** The number need not be of a known brand. A short one counts only as a whole run of digits. */
function repeats(text: string, number: string): boolean {
  if (number.length < shortest || text.length < number.length) return false;
  if (number.length >= distinctive) return digitsIn(text).some((digits) => digits.includes(number));
  return plainForms(text).some((form) => form.split(/\D+/).includes(number));
}
