import { asciiDigits, isDigits } from "../forms/digits.ts";
import { currentLanguage } from "../language/t.ts";

/**
 * What a person types or pastes for a card's expiry, as four digits MMYY: "1/28" → "0128", "11 / 2028" → "1128",
 * "2028-11" → "1128", "November 2028" or "noviembre de 2028" → "1128", "5" → "05". Any other text keeps all its digits, or stays as it is when it
 * holds something else: it has to be seen and refused, not read as another date.
 */
export function cleanExpiry(typed: string): string {
  const text = asciiDigits(typed);
  const written = yearFirst(text) ?? monthName(text);
  if (written) return written;
  const digits = text.replace(/[\s./\p{Pd}]/gu, "");
  if (!isDigits(digits)) return typed;
  const isShortMonth = /^\s*\d\s*[./\p{Pd}]/u.test(text) || /^[2-9](?:\d{0,2}|20\d{0,2})$/.test(digits);
  const monthFirst = isShortMonth ? `0${digits}` : digits;
  const [, month, year] = /^(\d{2})20(\d{2})$/.exec(monthFirst) ?? [];
  return month && year ? `${month}${year}` : monthFirst;
}

function yearFirst(text: string): string | undefined {
  const [, year, month] = /^\s*20(\d{2})\s*[-/.]\s*(\d{1,2})\s*$/.exec(text) ?? [];
  return year && month ? `${month.padStart(2, "0")}${year}` : undefined;
}

function monthName(text: string): string | undefined {
  const [, name, year] = /^\s*([a-z]{3})[a-z]*\.?[\s,/-]*(?:del? )?(?:20)?(\d{2})\s*$/i.exec(text) ?? [];
  const month = name ? monthOf(name.toLowerCase()) : 0;
  return year && month > 0 ? `${String(month).padStart(2, "0")}${year}` : undefined;
}

/** From 1, by the first three letters, in the language of the page or in English; 0 for another word. */
const monthOf = (begun: string) =>
  Math.max(...["en", currentLanguage()].map((language) => 1 + monthsIn(language).indexOf(begun)));

const monthsIn = (language: string) => {
  const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(2026, month)).slice(0, 3).toLowerCase(),
  );
};

/** "1128" → "11 / 28", and "11" while there is no year yet. */
export function groupExpiry(digits: string): string {
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}
