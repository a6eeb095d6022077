"use client";

import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Input } from "#components/ui/input.tsx";
import { type FormField, useField } from "./use-field.ts";

/** A password, with a button that shows it. */
export function PasswordField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  autoFocus,
  autoComplete = "current-password",
  ...text
}: FormField<Values, Transformed> & { autoComplete?: "current-password" | "new-password" }) {
  const {
    value = "",
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, string>({ control, name });
  const [shown, setShown] = useState(false);
  return (
    <Field {...text} error={error}>
      {(props) => (
        <div className="relative">
          <Input
            {...props}
            ref={ref}
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            spellCheck={false}
            data-autofocus={autoFocus || undefined}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            onBlur={onBlur}
            className="pr-11!"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label="Show what is typed"
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-1 grid size-[calc(var(--control)-8px)] place-items-center rounded-sm text-muted hover:bg-hover aria-pressed:text-accent"
          >
            <Icon name="eye" />
          </button>
        </div>
      )}
    </Field>
  );
}
