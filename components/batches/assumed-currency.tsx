import type { ShownBatch } from "#lib/batches/batch-sums.ts";
import { t } from "#lib/language/t.ts";

/** A small note on why totals have no currency sign before every payment in them was read. */
export function AssumedCurrency({ batches }: { batches: readonly ShownBatch[] }) {
  if (!batches.some(({ isCurrencyAssumed }) => isCurrencyAssumed)) return null;
  return (
    <span>
      {t(
        "Totals without a currency sign are the gateway's numbers: not every payment in them has been read yet",
      )}
    </span>
  );
}
