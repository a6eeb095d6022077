import { amountFormat, readAmount, typedCents } from "#lib/format/amount-text.ts";
import { lineTotalCents } from "#lib/gateway/line-total.ts";
import { toDecimal } from "#lib/money.ts";
import { breakdownCents, type ChargeValues, currencyIn, wholeCents } from "../fields/values.ts";
import { fieldOf, isBlankItem, type LineItemField, type LineItemValues, lineItemKeys } from "./line-items.ts";

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
  values: Pick<ChargeValues, "items" | "itemized" | "breakdown" | "tender" | "more">,
) {
  const currency = currencyIn(values);
  const sums = lineItemSums(values.items, currency);
  if (!sums || sums.count === 0) return null;
  if (!values.itemized) return sums.cents + sums.taxCents;
  const { breakdown } = values;
  const rest = breakdownCents({ ...breakdown, subtotal: "", ...(sums.taxCents && { tax: "" }) }, currency);
  return rest === null ? null : rest + sums.cents + sums.taxCents;
}

/** A typed quantity as the wire has it, above zero and with four decimals at most; undefined of any other text. */
export function readQuantity(text: string): string | undefined {
  const quantity = text.replace(amountFormat().point, ".");
  return /^\d{1,9}(\.\d{1,4})?$/.test(quantity) && /[1-9]/.test(quantity) ? quantity : undefined;
}

/** What one item comes to without its tax, in cents; undefined while it isn't complete, and beyond any payment. */
export function itemCents({ cost, qty }: LineItemValues, currency: string | undefined): number | undefined {
  const cents = typedCents(cost, amountFormat(currency));
  const quantity = readQuantity(qty);
  if (cents === null || quantity === undefined) return undefined;
  const total = lineTotalCents({ cost: toDecimal(cents), qty: quantity });
  return total !== undefined && total <= maxItemCents ? total : undefined;
}

/** So that the sum of all items stays a whole number. */
const maxItemCents = 1e11;

/** Items without problems as the request has them. */
export const toLineItems = (
  items: readonly LineItemValues[],
  currency: string | undefined,
): Record<string, string>[] =>
  items
    .filter((item) => !isBlankItem(item))
    .map((item) =>
      Object.fromEntries(
        lineItemKeys
          .filter((key) => item[key] !== "")
          .map((key) => [key, itemToWire(fieldOf(key), item[key], currency)]),
      ),
    );

function itemToWire({ control }: LineItemField, text: string, currency: string | undefined): string {
  if (control === "amount") return toDecimal(typedCents(text, amountFormat(currency)) ?? 0);
  return control === "quantity" ? (readQuantity(text) ?? text) : text;
}
