import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** Cents with their sign, without that of the merchant's own currency: "+24.00", "−36.00", "+€5.00". */
export const formatSigned = (cents: number, code?: string): string =>
  `${cents > 0 ? "+" : ""}${formatMoney(cents, { currency: false, code })}`;

/** The gateway less the journal, as icon and words. `counts`: amounts agree and the numbers of payments don't. */
export function Difference({
  cents,
  counts = 0,
  code,
}: {
  cents: number;
  counts?: number;
  code?: string | undefined;
}) {
  if (cents === 0 && counts === 0)
    return (
      <StatusLabel tone="approved" icon="equal">
        <span className="text-faint">{t("Equal")}</span>
      </StatusLabel>
    );
  return (
    <StatusLabel tone="warning" icon="differs">
      {cents === 0
        ? t("{counts} in count", { counts: `${counts > 0 ? "+" : "−"}${Math.abs(counts)}` })
        : formatSigned(cents, code)}
    </StatusLabel>
  );
}
