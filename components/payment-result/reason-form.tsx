"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { longestReason, shortestReason } from "#lib/forms/reason.ts";
import { t } from "#lib/language/t.ts";

/** Asks why before something unusual is done. The reason is kept with the person's name. */
export function ReasonForm({
  label,
  question,
  help,
  pending = false,
  onReason,
}: {
  /** The word on the button. */
  label: string;
  question: string;
  help?: string;
  /** It is being done. */
  pending?: boolean;
  onReason: (reason: string) => void;
}) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = reasonProblem(reason);
    setError(problem);
    if (!problem && !pending) onReason(reason.trim());
  };
  return (
    <form onSubmit={submit} aria-label={label} className="grid justify-items-start gap-3" noValidate>
      <Field
        longest={longestReason}
        text={reason}
        label={question}
        help={help ?? t("Kept with your name in the command log.")}
        error={error}
        className="w-full"
      >
        {(props) => (
          <Textarea {...props} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      <Button type="submit" icon="repeat" loading={pending} className="max-w-full">
        {label}
      </Button>
    </form>
  );
}

function reasonProblem(reason: string): string | undefined {
  if (reason.trim().length < shortestReason) return t("Say why, in a few words.");
  // The field shows by how much.
  if (reason.trim().length > longestReason) return t("Say it in fewer words.");
  return holdsCardNumber(reason) ? cardNumberProblem : undefined;
}
