/**
 * What a person types or pastes for a card's expiry, as four digits MMYY: "1/28" → "0128", "11 / 2028" → "1128",
 * "2028-11" → "1128", "November 2028" → "1128", "5" → "05". A fifth digit is kept while it may belong to a year such as
 * 2049.
 */
export function cleanExpiry(typed: string): string {
  const text = typed.normalize("NFKC");
  const written = yearFirst(text) ?? monthName(text);
  if (written) return written;
  const slashed = /^\s*(\d)\s*[/-]/.exec(text);
  const digits = (slashed ? `0${text}` : text).replace(/\D/g, "");
  const month = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const long = /^(\d{2})20(\d{1,2})/.exec(month);
  if (!long) return month.slice(0, 4);
  const [beginning, mm, yy = ""] = long;
  return yy.length === 2 ? `${mm}${yy}` : beginning;
}

function yearFirst(text: string): string | undefined {
  const [, year, month] = /^\s*20(\d{2})\s*[-/.]\s*(\d{1,2})\s*$/.exec(text) ?? [];
  return year && month ? `${month.padStart(2, "0")}${year}` : undefined;
}

function monthName(text: string): string | undefined {
  const [, name, year] = /^\s*([a-z]{3})[a-z]*\.?[\s,/-]*(?:20)?(\d{2})\s*$/i.exec(text) ?? [];
  const month = name ? months.indexOf(name.toLowerCase()) + 1 : 0;
  return year && month > 0 ? `${String(month).padStart(2, "0")}${year}` : undefined;
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** "1128" → "11 / 28", and "11" while there is no year yet. */
export function groupExpiry(digits: string): string {
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}
