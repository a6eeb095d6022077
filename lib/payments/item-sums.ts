import { itemTaxCents, lineTotalCents } from "../gateway/line-total.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { toCents } from "../money.ts";

/**
 * How the line items of a payment lead to its amount, in cents: what they come to, their tax where the payment names no tax itself, and
 * by how much the amount is more than that and its other parts. Undefined without items, where the payment has a subtotal of its own,
 * and where an item has no total.
 */
export function itemSums(
  { lineitems = [], amount_detail: parts }: Pick<TransactionDetail, "lineitems" | "amount_detail">,
  totalCents: number,
): { itemsCents: number; taxCents: number; differenceCents: number } | undefined {
  const part = (name: "subtotal" | "tax" | "shipping" | "duty" | "tip" | "discount") =>
    toCents(parts?.[name] ?? "") ?? 0;
  const totals = lineitems.map((item) => lineTotalCents(item));
  if (totals.length === 0 || totals.includes(undefined) || part("subtotal") !== 0) return undefined;
  const itemsCents = totals.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  const taxCents = part("tax") === 0 ? itemTaxCents(lineitems) : 0;
  const others = part("tax") + part("shipping") + part("duty") + part("tip") - part("discount");
  return { itemsCents, taxCents, differenceCents: totalCents - itemsCents - taxCents - others };
}
