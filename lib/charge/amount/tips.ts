/** The most tip percentages that the charge form offers. */
const maxPercents = 6;

/** Reads "15, 18, 20": whole percentages from 1 to 100, each once, at most six; none of an empty text. Any other text is undefined. */
export function readTipPercents(text: string): number[] | undefined {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const percents = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 0));
  const isRight = percents.every((percent) => percent >= 1 && percent <= 100);
  return isRight && percents.length <= maxPercents && new Set(percents).size === percents.length
    ? percents
    : undefined;
}

/** The tip of so many percent on an amount, in hundredths, rounded half up to what the currency has (`decimals`). */
export function tipCents(baseCents: number, percent: number, decimals: number): number {
  const unit = decimals === 0 ? 100 : 1;
  return Math.floor((baseCents * percent + 50 * unit) / (100 * unit)) * unit;
}
