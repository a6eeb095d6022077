import { toLineItems } from "../charge/line-items/line-item-sums.ts";
import type { LineItemValues } from "../charge/line-items/line-items.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { itemSums } from "../payments/item-sums.ts";

/**
 * By how much a new amount is more than the line items come to with their tax and the other parts, in cents; less, below zero.
 * Undefined without items, and where one has no price. `items` replace the payment's own where there are any; `addedCents` is what the
 * other parts become more.
 */
export function itemsGap(
  { lineitems, amount_detail, currency }: TransactionDetail,
  { cents, addedCents, items }: { cents: number; addedCents: number; items: readonly LineItemValues[] },
): number | undefined {
  const replaced = toLineItems(items, currency);
  const { subtotal: _, ...parts } = amount_detail ?? {};
  const sums = itemSums(
    { lineitems: replaced.length > 0 ? replaced : lineitems, amount_detail: parts },
    cents - addedCents,
  );
  return sums?.differenceCents;
}
