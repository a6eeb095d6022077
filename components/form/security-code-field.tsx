"use client";

import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { type FormField, useField } from "./use-field.ts";

/**
 * The three or four digits printed on a card, masked while typed. A masked text field and not a password field:
 * browsers offer to keep passwords.
 */
export function SecurityCodeField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  autoFocus,
  length = 4,
  ...text
}: FormField<Values, Transformed> & { length?: 3 | 4 }) {
  const {
    value = "",
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, string>({ control, name, read: (input) => clean(input.value) });
  const clean = (typed: string) => typed.replace(/\D/g, "").slice(0, length);
  return (
    <Field {...text} error={error}>
      {(props) => (
        <Input
          {...props}
          ref={ref}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          data-autofocus={autoFocus || undefined}
          value={value}
          onChange={(event) => setValue(clean(event.target.value))}
          onBlur={onBlur}
          className="[-webkit-text-security:disc]"
        />
      )}
    </Field>
  );
}
