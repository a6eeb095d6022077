"use client";

import { type ComponentProps, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { type FormField, useField } from "./use-field.ts";

type InputProps = Pick<
  ComponentProps<"input">,
  "type" | "inputMode" | "placeholder" | "maxLength" | "autoComplete" | "spellCheck"
> & {
  /** Its digits may be those of a card or an account. */
  "data-card-numbers"?: "" | undefined;
};

const asTyped = (text: string) => text;

/**
 * One line of text in a form; `clean` takes out what does not count, `choices` are offered and anything else may be
 * typed. Text beyond `maxLength` is refused and never cut. Inputs carry no `name`, so that nothing typed can end in an address.
 */
export function TextField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  autoFocus,
  label,
  optional,
  required,
  end,
  help,
  announced,
  className,
  autoComplete = "off",
  clean = asTyped,
  choices,
  maxLength,
  ...input
}: FormField<Values, Transformed> &
  InputProps & {
    clean?: (text: string) => string;
    choices?: readonly { value: string; label?: string }[] | undefined;
  }) {
  const listId = useId();
  const {
    value = "",
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, string>({ control, name, read: (typed) => clean(typed.value) });
  return (
    <Field
      label={label}
      optional={optional}
      required={required}
      end={end}
      help={help}
      error={error}
      announced={announced}
      longest={maxLength}
      text={value}
      className={className}
    >
      {(props) => (
        <>
          <Input
            {...input}
            {...props}
            ref={ref}
            list={choices && listId}
            autoComplete={autoComplete}
            data-autofocus={autoFocus || undefined}
            value={value}
            onChange={(event) => setValue(clean(event.target.value))}
            onBlur={onBlur}
          />
          {choices && (
            <datalist id={listId}>
              {choices.map((choice) => (
                <option key={choice.value} {...choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
