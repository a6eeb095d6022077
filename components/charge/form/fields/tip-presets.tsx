"use client";

import { useWatch } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { tipCents } from "#lib/charge/amount/tips.ts";
import { currencyIn } from "#lib/charge/fields/values.ts";
import { amountFormat, amountText, typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "../use-charge-form.ts";

/** Tips by percentages of the subtotal, each with its amount. Nothing without a subtotal. */
export function TipPresets() {
  const { tipPercents = [] } = useMerchant();
  const { control, setValue } = useChargeForm();
  const [breakdown, tender, more] = useWatch({ control, name: ["breakdown", "tender", "more"] });
  const code = currencyIn({ tender, more });
  const format = amountFormat(code);
  const base = typedCents(breakdown.subtotal, format);
  if (!base || tipPercents.length === 0) return null;
  const chosen = typedCents(breakdown.tip, format);
  const choose = (cents: number) =>
    setValue("breakdown.tip", amountText(cents, code), { shouldValidate: true });
  const presets = tipPercents.map((percent) => ({
    label: `${percent}%`,
    cents: tipCents(base, percent, currencyOf(code).decimals),
  }));
  return (
    <fieldset aria-label={t("Tip in percent")} className="flex flex-wrap gap-2">
      {[...presets, { label: t("No tip"), cents: 0 }].map(({ label, cents }) => (
        <Button key={label} size="s" aria-pressed={chosen === cents} onClick={() => choose(cents)}>
          {cents === 0 ? label : `${label}, ${formatMoney(cents, { code })}`}
        </Button>
      ))}
    </fieldset>
  );
}
