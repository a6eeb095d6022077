import { stringEnd } from "#lib/bounded-json.ts";
import { holdsCardNumber, maskCardNumbers } from "#lib/card-data/card-detector.ts";

/**
 * Masks card numbers in JSON text, string by string and number by number; JSON stays JSON. Other text is masked
 * too, as far as it goes. It reads the text rather than a parsed value: a number of 19 digits is not the same once
 * parsed. Takes linear time, also for a string that is never closed.
 */
export function maskJson(text: string): string {
  let masked = "";
  let place = 0;
  for (const { index } of text.matchAll(/["\d]/g)) {
    if (index < place) continue;
    masked += text.slice(place, index);
    place = text[index] === '"' ? stringEnd(text, index) : numberEnd(text, index);
    const token = text.slice(index, place);
    masked += text[index] === '"' ? maskString(token) : maskNumber(token, text[index - 1]);
  }
  return masked + text.slice(place);
}

function maskString(token: string): string {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === "string" && holdsCardNumber(value)
      ? JSON.stringify(maskCardNumbers(value))
      : token;
  } catch {
    // No JSON: what follows the quote is masked as the text that it is.
    return `"${maskCardNumbers(token.slice(1))}`;
  }
}

/** Whole numbers alone: those with a fraction are measurements. */
function maskNumber(token: string, before: string | undefined): string {
  return before !== "." && /^\d+$/.test(token) && holdsCardNumber(token) ? '"[card number]"' : token;
}

function numberEnd(text: string, start: number): number {
  let end = start;
  while (/[\d.]/.test(text[end] ?? "")) end++;
  return end;
}
