import { isLuhnValid } from "../gateway/card-number.ts";

/** What a person typed, without the spaces and slashes between. */
export const digitsOf = (text: string) => text.replace(/\D/g, "");

/** A run of 13 to 19 digits that passes the check-digit test, however it is spaced. */
export function holdsCardNumber(text: string): boolean {
  return [...text.matchAll(/\d(?:[ -]?\d){12,18}/g)].some(([run]) => isLuhnValid(digitsOf(run)));
}
