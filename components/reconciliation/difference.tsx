import { State } from "#components/ui/status/state.tsx";
import { formatMoney } from "#lib/format/money.ts";

/** Cents with their sign, without that of the currency: "+24.00", "−36.00". */
export const formatSigned = (cents: number): string =>
  `${cents > 0 ? "+" : ""}${formatMoney(cents, { currency: false })}`;

/** The gateway less the journal, as icon and words. `counts`: amounts agree and the numbers of payments don't. */
export function Difference({ cents, counts = 0 }: { cents: number; counts?: number }) {
  if (cents === 0 && counts === 0)
    return (
      <State tone="approved" icon="equal">
        <span className="text-faint">Equal</span>
      </State>
    );
  return (
    <State tone="warning" icon="differs">
      {cents === 0 ? `${counts > 0 ? "+" : "−"}${Math.abs(counts)} in count` : formatSigned(cents)}
    </State>
  );
}
