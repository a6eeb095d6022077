"use client";

import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { readDigits } from "#lib/forms/digits.ts";
import { type FormField, useField } from "./use-field.ts";

/**
 * The three or four digits printed on a card, masked while typed. What is longer or no digit stays, to be refused. A masked text field and not a password field:
 * browsers offer to keep passwords.
 */
export function SecurityCodeField<Values extends FieldValues, Transformed = Values>({
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
  } = useField<Values, Transformed, string>({ control, name, read: (input) => readDigits(input.value) });
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
          onChange={(event) => setValue(readDigits(event.target.value))}
          onBlur={onBlur}
          className="[-webkit-text-security:disc]"
        />
      )}
    </Field>
  );
}
