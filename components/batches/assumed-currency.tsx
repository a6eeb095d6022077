import type { ShownBatch } from "#lib/batch-sums.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";

/** Says quietly that totals are shown in the merchant's own currency before every payment in them was read. */
export function AssumedCurrency({ batches }: { batches: readonly ShownBatch[] }) {
  if (!batches.some(({ isCurrencyAssumed }) => isCurrencyAssumed)) return null;
  return <span>Totals assume {ownCurrency}: not every payment has been read yet</span>;
}
