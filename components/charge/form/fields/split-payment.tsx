"use client";

import { useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import {
  type ChargeValues,
  canSplit,
  chargeCents,
  currencyIn,
  isSplit,
  wholeCents,
} from "#lib/charge/fields/values.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "../use-charge-form.ts";

/** Whether this payment takes all of the amount, and else what. Not offered for what collects the rest of an order itself. */
export function SplitPayment() {
  const { control, setValue } = useChargeForm();
  const [kind, tender, completes, split] = useWatch({
    control,
    name: ["kind", "tender", "completes", "split"],
  });
  const isOffered = canSplit({ kind, tender, completes });
  const turn = () => setValue("split", !split);
  useHotkeys(isOffered ? [{ keys: "s", does: t("Split payment on/off"), act: turn }] : [], {
    group: t("Charge"),
  });
  if (!isOffered) return null;
  return (
    <>
      <p className="flex items-center justify-end gap-2 text-13">
        <TextButton onClick={turn}>{split ? t("One payment") : t("Split payment")}</TextButton>
        <Kbd>S</Kbd>
      </p>
      {split && <SplitFields />}
    </>
  );
}

/** What this payment takes of the amount, and what is left for the next ones. */
function SplitFields() {
  const { control } = useChargeForm();
  const values = useWatch({ control }) as ChargeValues; // every value has its default
  const code = currencyIn(values);
  const whole = wholeCents(values);
  const part = chargeCents(values);
  if (!isSplit(values)) return null;
  const left = whole !== null && part !== null && part > 0 && part < whole ? whole - part : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,240px)_minmax(0,1fr)] items-end gap-x-4 gap-y-2 max-sm:grid-cols-1">
      <AmountField
        control={control}
        name="partAmount"
        label={t("This payment")}
        size="m"
        currency={code}
        autoFocus
      />
      <p className="pb-3 text-13 text-muted max-sm:pb-0" role="status">
        {left === undefined ? (
          t("Enter how much of the amount this payment covers.")
        ) : (
          <StatusLabel tone="warning" icon="partial" wraps>
            {t("{money} left to pay after this, in one or more payments", {
              money: formatMoney(left, { code }),
            })}
          </StatusLabel>
        )}
      </p>
    </div>
  );
}
