import { formatMoney } from "../format/money.ts";
import type { Figures } from "./reconciliation.ts";

type Totals = Pick<Figures, "total" | "causeSums">;

/** What the gateway's total adds of other currencies as if they were the merchant's own; undefined where there are none. */
export const centsOfOthers = ({ causeSums }: Pick<Totals, "causeSums">): number | undefined =>
  causeSums.find(({ kind }) => kind === "otherCurrency")?.cents;

/** The gateway's total in the merchant's own currency, in cents. */
export const ownTotalCents = (totals: Totals): number => totals.total.cents - (centsOfOthers(totals) ?? 0);

/** What is signed: "$97.00", or "$97.00 and amounts in other currencies". The sum of several is no amount of money. */
export function ownTotalText(totals: Totals): string {
  const own = formatMoney(ownTotalCents(totals));
  return centsOfOthers(totals) === undefined ? own : `${own} and amounts in other currencies`;
}
