import { amountFormat, readAmount } from "../format/amount-text.ts";
import { isBlankItem, itemCents, type LineItemValues } from "./line-items.ts";
import { breakdownCents, type ChargeValues, currencyIn, wholeCents } from "./values.ts";

/** What the items come to, in cents; null while one of them isn't complete. */
export function lineItemSums(
  items: readonly LineItemValues[],
  currency: string | undefined,
): { count: number; cents: number; taxCents: number } | null {
  const used = items.filter((item) => !isBlankItem(item));
  const sums = { count: used.length, cents: 0, taxCents: 0 };
  for (const item of used) {
    const cents = itemCents(item, currency);
    const tax = readAmount(item.tax_amount, amountFormat(currency));
    if (cents === undefined || tax.kind === "refused") return null;
    sums.cents += cents;
    sums.taxCents += tax.kind === "amount" ? tax.cents : 0;
  }
  return sums;
}

/**
 * By how much the whole amount is more than the line items account for, in cents; less is below zero. Zero where there is nothing
 * to compare: without items, while something isn't an amount, and for the rest of another payment of the same order.
 */
export function itemsDifference(
  values: Parameters<typeof itemsDueCents>[0] & Pick<ChargeValues, "amount" | "completes">,
): number {
  const due = itemsDueCents(values);
  const charged = wholeCents(values);
  return due === null || charged === null || values.completes !== null ? 0 : charged - due;
}

/**
 * What the amount should be for the line items with their tax, or that of the breakdown, and the breakdown's other parts, in
 * cents. Null while something isn't an amount, and without items.
 */
export function itemsDueCents(
  values: Pick<ChargeValues, "items" | "itemised" | "breakdown" | "tender" | "more">,
) {
  const currency = currencyIn(values);
  const sums = lineItemSums(values.items, currency);
  if (!sums || sums.count === 0) return null;
  if (!values.itemised) return sums.cents + sums.taxCents;
  const { breakdown } = values;
  const rest = breakdownCents({ ...breakdown, subtotal: "", ...(sums.taxCents && { tax: "" }) }, currency);
  return rest === null ? null : rest + sums.cents + sums.taxCents;
}
