"use client";

import type { FieldValues } from "react-hook-form";
import { Icon } from "#components/ui/icon/icon.tsx";
import { readDigits } from "#lib/forms/digits.ts";
import { cardBrand, groupCardNumber } from "#lib/gateway/card-number.ts";
import { GroupedDigitsField } from "./grouped-digits-field.tsx";
import type { FormField } from "./use-field.ts";

/**
 * A card number, shown in the groups printed on the card and held as digits alone; what is not understood stays as it was
 * typed, to be refused. Shows the brand as soon as it is known.
 */
export function CardNumberField<Values extends FieldValues, Transformed = Values>(
  field: FormField<Values, Transformed>,
) {
  return <GroupedDigitsField {...field} clean={clean} group={groupCardNumber} input={withBrand} />;
}

function withBrand(digits: string) {
  const brand = cardBrand(digits);
  return {
    "data-card-numbers": "",
    spellCheck: false,
    className: brand && brand.length > 10 ? "pr-[142px]! tracking-[0.02em]" : "tracking-[0.02em]",
    end: (
      <>
        <Icon name="card" className="max-[22.5rem]:hidden" />
        {brand}
      </>
    ),
  };
}

/** Of a swiped track only the number is taken: it begins after "B" or ";" and ends at "^" or "=". */
function clean(text: string): string {
  const [, swiped] = /^\s*(?:%?B|;)?([\d -]+)[\^=]/i.exec(text) ?? [];
  return readDigits(swiped ?? text);
}
