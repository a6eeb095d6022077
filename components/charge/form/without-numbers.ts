import { maskCardNumbers } from "#lib/card-detector.ts";

const mask = "[number]";
/** As long as the shortest card number, of any brand, whether or not its check digit is right. */
const longRun = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){11,}/gu;

/** A name as it may be repeated on the screen: a card number typed into its field by mistake is not. */
export const withoutNumbers = (name: string): string => maskCardNumbers(name, mask).replace(longRun, mask);
