"use client";

import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { type FormField, useField } from "./use-field.ts";

/** Several lines of text in a form. */
export function TextareaField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  autoFocus,
  rows,
  placeholder,
  maxLength,
  ...text
}: FormField<Values, Transformed> & { rows?: number; placeholder?: string; maxLength?: number }) {
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
        <Textarea
          {...props}
          ref={ref}
          rows={rows}
          placeholder={placeholder}
          maxLength={maxLength}
          data-autofocus={autoFocus || undefined}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
