"use client";

import { useEffect, useEffectEvent } from "react";
import { useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { takeTyping } from "#components/layout/shortcuts/typed-ahead.ts";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { UntilReady, useReady } from "#components/ui/until-ready.tsx";
import { breakdownCents, breakdownParts, currencyIn } from "#lib/charge/fields/values.ts";
import { amountText } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { ChargeFields } from "./charge-fields.tsx";

/** As tall as its button. */
const splitRoom = <p className="h-5" />;
const SplitPayment = onDemand<object>(
  () => import("./split-payment.tsx").then((module) => module.SplitPayment),
  splitRoom,
);
const TipPresets = onDemand<object>(() => import("./tip-presets.tsx").then((module) => module.TipPresets));

/** The amount of the payment: typed as one, or as parts whose sum it is. */
export function AmountSection({
  autoFocus,
  onTenderKey,
}: {
  autoFocus: boolean;
  /** Alt and this digit were pressed before the form was here. */
  onTenderKey: (digit: string) => void;
}) {
  const { control, getValues, setValue } = useChargeForm();
  const [itemized, breakdown, tender, more] = useWatch({
    control,
    name: ["itemized", "breakdown", "tender", "more"],
  });
  const currency = currencyIn({ tender, more });
  const ready = useReady();
  const sum = breakdownCents(breakdown, currency);
  useEffect(() => {
    if (itemized) setValue("amount", sum === null ? "" : amountText(sum, currency));
  }, [itemized, sum, currency, setValue]);

  const takeOver = useEffectEvent(() => {
    const { text, tenderKey } = takeTyping();
    if (text) setValue("amount", text);
    if (tenderKey) onTenderKey(tenderKey);
  });
  useEffect(() => takeOver(), []);

  function turn() {
    const blank = breakdownParts.every((part) => breakdown[part] === "");
    if (!itemized && blank) setValue("breakdown.subtotal", getValues("amount"));
    setValue("itemized", !itemized);
  }
  useHotkeys([{ keys: "b", does: t("Breakdown on/off"), act: turn }], { group: t("Charge") });

  return (
    <div className="grid gap-3">
      <div data-amount>
        <AmountField
          control={control}
          name="amount"
          label={t("Amount")}
          size="l"
          autoFocus={autoFocus}
          readOnly={itemized}
          currency={currency}
          end={itemized ? t("sum of the breakdown") : undefined}
        />
      </div>
      {itemized && <ChargeFields group="breakdown" tight />}
      {itemized && <TipPresets />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-13">
        {itemized ? <BreakdownSum cents={sum} currency={currency} /> : <span />}
        <span className="flex items-center gap-2">
          <UntilReady>
            <TextButton onClick={turn}>{itemized ? t("Amount only") : t("Add a breakdown")}</TextButton>
          </UntilReady>
          <Kbd>B</Kbd>
        </span>
      </div>
      {ready ? <SplitPayment /> : splitRoom}
    </div>
  );
}

function BreakdownSum({ cents, currency: code }: { cents: number | null; currency: string | undefined }) {
  const adds = cents !== null && cents > 0;
  return (
    <StatusLabel tone={adds ? "approved" : "neutral"} icon={adds ? "approved" : "pending"}>
      <span className="text-muted">
        {cents === null
          ? t("One of these is not an amount yet")
          : t("The breakdown adds up to {money}", { money: formatMoney(cents, { code }) })}
      </span>
    </StatusLabel>
  );
}
