"use client";

import type { Ref } from "react";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { t } from "#lib/language/t.ts";

/** The search field for a transaction by its key or reference number. */
export function TransactionKeyField({
  className,
  error,
  value,
  onChange,
  onBlur,
  ref,
}: {
  className?: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <Field longest={64} text={value} label={t("Key or reference number")} className={className} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
