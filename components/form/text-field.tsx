"use client";

import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { type FormField, useField } from "./use-field.ts";

type InputProps = Pick<
  ComponentProps<"input">,
  "type" | "inputMode" | "placeholder" | "maxLength" | "autoComplete" | "spellCheck"
>;

/** One line of text in a form. Inputs carry no `name`, so that nothing typed can end in an address. */
export function TextField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  autoFocus,
  label,
  optional,
  end,
  help,
  className,
  autoComplete = "off",
  ...input
}: FormField<Values, Transformed> & InputProps) {
  const {
    value = "",
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, string>({ control, name });
  return (
    <Field label={label} optional={optional} end={end} help={help} error={error} className={className}>
      {(props) => (
        <Input
          {...input}
          {...props}
          ref={ref}
          autoComplete={autoComplete}
          data-autofocus={autoFocus || undefined}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
