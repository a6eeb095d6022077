"use client";

import { type Control, useWatch } from "react-hook-form";
import { SelectField } from "#components/form/select-field.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { asksReason, type FollowUpCommand } from "#lib/forms/follow-up.ts";
import { t } from "#lib/language/t.ts";
import { otherReason, reasonOptions } from "./offers.ts";
import type { Answers } from "./use-answers.ts";

/** Why it is done: one of the usual reasons or the person's own words, kept with their name. */
export function ReasonQuestion({
  command,
  control,
}: {
  command: FollowUpCommand;
  control: Control<Answers>;
}) {
  const preset = useWatch({ control, name: "preset" });
  if (!asksReason(command)) return null;
  return (
    <div className="grid gap-4 not-first:mt-4">
      <SelectField control={control} name="preset" label={t("Reason")} options={reasonOptions(command)} />
      {preset === otherReason && (
        <TextField control={control} name="reason" label={t("In your own words")} maxLength={500} autoFocus />
      )}
    </div>
  );
}
