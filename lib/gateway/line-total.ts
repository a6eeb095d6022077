import { toCents } from "../money.ts";
import type { LineItem } from "./schemas/transaction.ts";

/** Unit price × quantity in whole cents, half a cent rounded up; undefined when either is no number. Quantities may have four decimals. */
export function lineTotalCents({ cost, qty = "1" }: Pick<LineItem, "cost" | "qty">): number | undefined {
  const cents = cost === undefined ? null : toCents(cost);
  const match = /^(\d{1,9})(?:\.(\d{1,4})0*)?$/.exec(qty.trim());
  if (cents === null || !match) return undefined;
  const tenThousandths = BigInt(match[1] ?? "0") * 10_000n + BigInt((match[2] ?? "").padEnd(4, "0"));
  return Number((BigInt(cents) * tenThousandths + 5_000n) / 10_000n);
}

/** The tax that line items name, in cents. */
export const itemTaxCents = (items: readonly Pick<LineItem, "tax_amount">[]): number =>
  items.reduce((sum, { tax_amount }) => sum + (toCents(tax_amount ?? "") ?? 0), 0);
