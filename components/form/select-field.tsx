"use client";

import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { type FormField, useField } from "./use-field.ts";

/** One of several in a form. */
export function SelectField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  autoFocus,
  options,
  ...text
}: FormField<Values, Transformed> & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
}) {
  const {
    value = "",
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, string>({ control, name });
  return (
    <Field {...text} error={error}>
      {(props) => (
        <Select
          {...props}
          ref={ref}
          data-autofocus={autoFocus || undefined}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onBlur={onBlur}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
