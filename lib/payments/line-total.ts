import type { LineItem } from "../gateway/schemas/transaction.ts";
import { toCents } from "../money.ts";

/** Unit price × quantity in whole cents, half a cent rounded up; undefined when either is no number. Quantities may have four decimals. */
export function lineTotalCents({ cost, qty = "1" }: Pick<LineItem, "cost" | "qty">): number | undefined {
  const cents = cost === undefined ? null : toCents(cost);
  const match = /^(\d{1,9})(?:\.(\d{1,4})0*)?$/.exec(qty.trim());
  if (cents === null || !match) return undefined;
  const tenThousandths = BigInt(match[1] ?? "0") * 10_000n + BigInt((match[2] ?? "").padEnd(4, "0"));
  return Number((BigInt(cents) * tenThousandths + 5_000n) / 10_000n);
}
