"use client";

import type { FieldValues } from "react-hook-form";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { type FormField, useField } from "./use-field.ts";

/** A yes or no in a form. */
export function CheckboxField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  label,
  help,
  className,
}: Pick<FormField<Values, Transformed, boolean>, "control" | "name" | "label" | "help" | "className">) {
  const {
    value = false,
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, boolean>({
    control,
    name,
    read: ({ checked }) => checked,
  });
  return (
    <Checkbox
      ref={ref}
      label={label}
      help={help}
      error={error}
      className={className}
      checked={value}
      onChange={(event) => setValue(event.target.checked)}
      onBlur={onBlur}
    />
  );
}
