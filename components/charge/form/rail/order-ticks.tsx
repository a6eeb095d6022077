"use client";

import { ChecklistItem } from "#components/ui/list/checklist.tsx";
import { type ChargeValues, currencyIn, wholeCents } from "#lib/charge/fields/values.ts";
import { missingForLevelThree } from "#lib/charge/line-items/level-three.ts";
import { itemsDifference, itemsDueCents } from "#lib/charge/line-items/line-item-sums.ts";
import { wholeItems } from "#lib/charge/line-items/line-items.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** Whether the line items add up to the amount, and what they lack for the rates of level 3. */
export function OrderTicks({ values }: { values: ChargeValues }) {
  const whole = { ...values, items: wholeItems(values.items) };
  const difference = itemsDifference(whole);
  const sum = formatMoney(Math.abs(difference), { code: currencyIn(whole) });
  const isCompared = itemsDueCents(whole) !== null && wholeCents(whole) !== null;
  const missing = missingForLevelThree(whole);
  return (
    <>
      {isCompared && difference === 0 && whole.completes === null && (
        <ChecklistItem tone="approved" icon="tick">
          {t("The items add up to the amount")}
        </ChecklistItem>
      )}
      {difference !== 0 && (
        <ChecklistItem tone="warning" icon="warning">
          {difference > 0
            ? t("The amount is {money} more than the items", { money: sum })
            : t("The amount is {money} less than the items", { money: sum })}
        </ChecklistItem>
      )}
      {missing.length > 0 && (
        <ChecklistItem tone="neutral" icon="pending">
          {t("Level 3 lacks {missing}", { missing: missing.join(", ") })}
        </ChecklistItem>
      )}
    </>
  );
}
