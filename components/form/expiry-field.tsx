"use client";

import type { FieldValues } from "react-hook-form";
import { cleanExpiry, groupExpiry } from "#lib/format/expiry-text.ts";
import { t } from "#lib/language/t.ts";
import { GroupedDigitsField } from "./grouped-digits-field.tsx";
import type { FormField } from "./use-field.ts";

/** The date until which a card is good: typed as "MM / YY", held as "MMYY". */
export function ExpiryField<Values extends FieldValues, Transformed = Values>(
  field: FormField<Values, Transformed>,
) {
  return (
    <GroupedDigitsField
      {...field}
      clean={cleanExpiry}
      group={groupExpiry}
      input={() => ({ placeholder: t("MM / YY") })}
    />
  );
}
