import type { FundingRules } from "../funding-rules.ts";
import { isCardPart, keptFee, type Portion, type PortionId, portionId } from "../portion.ts";

/** Portions that a deposit pays, with the fee that was kept, both in cents: their sum less the fee is the deposit. */
export type Solution = { portions: PortionId[]; feeCents: number };

/** What can be paid together by one deposit: a portion, or the card portions of a batch. */
export type Payable = { portions: Portion[]; cents: number; feeCents: number; closedDay: string };

/** The lists of which one deposit pays a part: cards, American Express where it pays apart, and checks. */
export function waysToPay(
  candidates: readonly Portion[],
  rules: FundingRules,
  isAmexApart: boolean,
): Payable[][] {
  const single = (part: Portion["part"]) =>
    candidates.filter((one) => one.part === part).map((one) => toPayable([one], rules));
  const cards = isAmexApart
    ? [single("cards"), single("amex")]
    : [
        [
          ...Map.groupBy(
            candidates.filter(({ part }) => isCardPart(part)),
            ({ batchKey }) => batchKey,
          ),
        ].map(([, own]) => toPayable(own, rules)),
      ];
  return [...cards, single("checks")]
    .map((way) => way.filter(({ cents, feeCents }) => cents !== feeCents))
    .filter((way) => way.length > 0);
}

function toPayable(portions: Portion[], rules: FundingRules): Payable {
  return {
    portions,
    cents: portions.reduce((sum, { cents }) => sum + cents, 0),
    feeCents: portions.reduce((sum, portion) => sum + keptFee(rules, portion), 0),
    closedDay: portions[0]?.closedDay ?? "",
  };
}

export const toSolution = (payables: readonly Payable[]): Solution => ({
  portions: payables.flatMap(({ portions }) => portions.map(portionId)).sort(),
  feeCents: payables.reduce((sum, { feeCents }) => sum + feeCents, 0),
});
