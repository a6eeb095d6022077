"use client";

import type { Control } from "react-hook-form";
import { TextField } from "#components/form/text-field.tsx";
import { amendmentFields, isPart } from "#lib/forms/amendment.ts";
import { type FollowUpCommand, followUpForms } from "#lib/forms/follow-up.ts";
import { t } from "#lib/language/t.ts";
import type { Answers } from "./use-question.ts";

/** The order details that a capture or an adjustment may add or replace. */
export function DetailsQuestion({
  command,
  control,
}: {
  command: FollowUpCommand;
  control: Control<Answers>;
}) {
  const texts = (followUpForms[command].fields ?? []).filter((field) => !isPart(field));
  if (texts.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="text-13 text-muted">{t("Order details")}</summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {texts.map((field) => {
          const { label, placeholder, stopsAt } = amendmentFields[field];
          return (
            <TextField
              key={field}
              control={control}
              name={`details.${field}`}
              label={label}
              placeholder={placeholder}
              maxLength={stopsAt}
            />
          );
        })}
      </div>
    </details>
  );
}
