"use client";

import type { FieldValues } from "react-hook-form";
import { cx } from "#components/ui/cx.ts";
import { Field } from "#components/ui/form/field.tsx";
import { Input, inputClass } from "#components/ui/form/input.tsx";
import { amountReading, amountText, completeAmount, currencySign } from "#lib/format/amount-text.ts";
import { currencyOf } from "#lib/gateway/currencies.ts";
import { type FormField, useField } from "./use-field.ts";

/**
 * An amount of money in a form, held exactly as it is typed and written out when the field is left ("42" → "42.00"). Where
 * the merchant's locale has a decimal comma, it shows how the text was read.
 * Size `l` is the amount of the page, large and left; `m` is right-aligned and 20 px; `s` is one line of a breakdown.
 */
export function AmountField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  label,
  optional,
  end,
  help,
  className,
  autoFocus,
  size = "s",
  readOnly = false,
  currency,
  wrong,
}: FormField<Values, Transformed> & {
  size?: "l" | "m" | "s";
  readOnly?: boolean;
  /** As the gateway names it; the merchant's own when missing. */
  currency?: string | undefined;
  /** What is wrong with the amount as it is typed, before a submit says so. */
  wrong?: string | undefined;
}) {
  const {
    value = "",
    setValue,
    onBlur,
    ref,
    error,
  } = useField<Values, Transformed, string>({ control, name });
  const sign = currencySign(currency);
  const input = {
    ref,
    type: "text",
    inputMode: "decimal",
    autoComplete: "off",
    placeholder: amountText(0, currency),
    readOnly,
    "data-autofocus": autoFocus || undefined,
    value,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setValue(event.target.value),
    onBlur: () => {
      const complete = completeAmount(value, currency);
      if (value !== complete) setValue(complete);
      onBlur();
    },
  } as const;

  return (
    <Field
      label={label}
      optional={optional}
      end={end}
      help={amountReading(value, currency) ?? help}
      error={error ?? wrong}
      className={className}
    >
      {(props) =>
        size === "l" ? (
          // The amount of a page takes keys from the first paint on, before any script has run.
          <div className="relative">
            <span
              aria-hidden="true"
              className={cx(
                "pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 leading-none text-faint",
                sign.length > 1 ? "text-16" : "text-[2rem]",
              )}
            >
              {sign}
            </span>
            {/* biome-ignore lint/a11y/noAutofocus: the page is there to type this amount. */}
            <input {...input} {...props} autoFocus={autoFocus} className={`${inputClass} ${largeClass}`} />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-13 text-faint"
            >
              {currencyOf(currency).code}
            </span>
          </div>
        ) : (
          <Input {...input} {...props} right className={size === "m" ? "h-12! text-20!" : undefined} />
        )
      }
    </Field>
  );
}

const largeClass =
  "h-[72px] rounded-lg! pr-16 pl-[46px] text-44! leading-none! font-semibold tracking-[-0.03em]! sm:h-[76px] sm:text-56! placeholder:text-line-strong [[readonly]]:bg-field!";
