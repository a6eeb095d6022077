"use client";

import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { readDigits } from "#lib/forms/digits.ts";
import { cardBrand, groupCardNumber } from "#lib/gateway/card-number.ts";
import { type FormField, useField } from "./use-field.ts";
import { useGroupedDigits } from "./use-grouped-digits.ts";

/**
 * A card number, shown in the groups printed on the card and held as digits alone; what is not understood stays as it was
 * typed, to be refused. Shows the brand as soon as it is known.
 */
export function CardNumberField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  autoFocus,
  ...text
}: FormField<Values, Transformed>) {
  const {
    value = "",
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, string>({ control, name, read: ({ value }) => clean(value) });
  const grouped = useGroupedDigits({ digits: value, clean, group: groupCardNumber, onDigits: setValue, ref });
  const brand = cardBrand(value);
  return (
    <Field {...text} error={error}>
      {(props) => (
        <Input
          {...props}
          {...grouped}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          data-autofocus={autoFocus || undefined}
          onBlur={onBlur}
          className={brand && brand.length > 10 ? "pr-[142px]! tracking-[0.02em]" : "tracking-[0.02em]"}
          end={
            <>
              <Icon name="card" className="max-[22.5rem]:hidden" />
              {brand}
            </>
          }
        />
      )}
    </Field>
  );
}

/** Of a swiped track only the number is taken: it begins after "B" or ";" and ends at "^" or "=". */
function clean(text: string): string {
  const [, swiped] = /^\s*(?:%?B|;)?([\d -]+)[\^=]/i.exec(text) ?? [];
  return readDigits(swiped ?? text);
}
