"use client";

import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { cleanExpiry, groupExpiry } from "#lib/format/expiry-text.ts";
import { type FormField, useField } from "./use-field.ts";
import { useGroupedDigits } from "./use-grouped-digits.ts";

/** The date until which a card is good: typed as "MM / YY", held as "MMYY". */
export function ExpiryField<Values extends FieldValues, Transformed = Values>({
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
  } = useField<Values, Transformed, string>({ control, name, read: ({ value }) => cleanExpiry(value) });
  const grouped = useGroupedDigits({
    digits: value,
    clean: cleanExpiry,
    group: groupExpiry,
    onDigits: setValue,
    ref,
  });
  return (
    <Field {...text} error={error}>
      {(props) => (
        <Input
          {...props}
          {...grouped}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="MM / YY"
          data-autofocus={autoFocus || undefined}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
