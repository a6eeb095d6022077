"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { type FormField, useField } from "./use-field.ts";
import { useGroupedDigits } from "./use-grouped-digits.ts";

/** A field whose value is digits, displayed in groups. `clean` takes the digits out of what is typed or pasted. */
export function GroupedDigitsField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  autoFocus,
  clean,
  group,
  input,
  ...text
}: FormField<Values, Transformed> & {
  clean: (text: string) => string;
  group: (digits: string) => string;
  /** More of the input, by its value. */
  input: (digits: string) => ComponentProps<typeof Input>;
}) {
  const {
    value = "",
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, string>({ control, name, read: (typed) => clean(typed.value) });
  const grouped = useGroupedDigits({ digits: value, clean, group, onDigits: setValue, ref });
  return (
    <Field {...text} error={error}>
      {(props) => (
        <Input
          {...props}
          {...grouped}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          onBlur={onBlur}
          {...input(value)}
        />
      )}
    </Field>
  );
}
