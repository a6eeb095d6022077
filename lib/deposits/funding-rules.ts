/**
 * How the processor pays out, as the merchant's agreement has it. `fees`: `separate` fees are bank lines of their own,
 * `net` fees are kept from each deposit. A net fee is computed from `ratePpm` (millionths of card sales: 2.6 % is 26000)
 * and `perItemCents`; with both 0 it is not known in advance.
 */
export type FundingRules = {
  fees: "separate" | "net";
  ratePpm: number;
  perItemCents: number;
  /** Whether American Express pays in a separate deposit. */
  isAmexApart: boolean;
  /** Banking days after a batch's close at which its cards are due, and its checks. */
  cardDays: number;
  checkDays: number;
};

export const usualRules: FundingRules = {
  fees: "separate",
  ratePpm: 0,
  perItemCents: 0,
  isAmexApart: true,
  cardDays: 2,
  checkDays: 5,
};

/** Whether the fee of a batch can be computed before its deposit comes. */
export const isFeeKnown = ({ ratePpm, perItemCents }: FundingRules) => ratePpm > 0 || perItemCents > 0;

/** Whether a fee is kept that only the deposit shows. */
export const isFeeOpen = (rules: FundingRules) => rules.fees === "net" && !isFeeKnown(rules);

/** The fee on card sales, rounded to the nearest cent, in cents. */
export function feeOf(
  { ratePpm, perItemCents }: FundingRules,
  { salesCents, salesCount }: { salesCents: number; salesCount: number },
): number {
  // Whole numbers throughout: sales up to 90 billion cents stay exact.
  const millionths = BigInt(salesCents) * BigInt(ratePpm);
  return Number((millionths + 500_000n) / 1_000_000n) + perItemCents * salesCount;
}

/** Millionths as a percentage: 26000 → "2.6". */
export const percentText = (ppm: number) => String(ppm / 10_000);

/** "2.6" → 26000 millionths, with up to four decimals; undefined for any other text or more than 10 %. */
export function readPercent(text: string): number | undefined {
  const match = /^(\d{0,2})(?:[.,](\d{1,4}))?$/.exec(text.trim());
  if (!match) return undefined;
  const ppm = Number(match[1] || "0") * 10_000 + Number((match[2] ?? "").padEnd(4, "0"));
  return ppm <= 100_000 ? ppm : undefined;
}
