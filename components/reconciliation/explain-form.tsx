import { type FormEvent, useState } from "react";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { shortestReason } from "#lib/forms/reason.ts";
import { t } from "#lib/language/t.ts";
import { reconciliationKey } from "#lib/queries/keys.ts";
import { explainDifference } from "#server/actions/reconciliation.ts";

/** Asks a person why a difference is as it is. What was written before stays in the record. */
export function ExplainForm({
  batchKey,
  causeId,
  number,
  subject,
}: {
  batchKey: string;
  causeId: string;
  number: number;
  /** For the accessible names: which difference. */
  subject: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const { act, pending, problem, reasons } = useAct({
    changes: reconciliationKey,
    unanswered: t("No response from the server. Reload the page to see whether it was saved."),
    fields: ["text"],
  });
  if (!isOpen)
    return (
      <span className="mt-1 block print:hidden">
        <TextButton onClick={() => setOpen(true)} aria-label={t("Explain {subject}", { subject })}>
          {number > 1 ? t("Explain differently") : t("Explain")}
        </TextButton>
      </span>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isTooShort = text.trim().length < shortestReason;
    setError(isTooShort ? t("Explain it in a few words.") : undefined);
    if (!isTooShort && (await act(() => explainDifference({ batchKey, causeId, number, text }))))
      setOpen(false);
  };
  return (
    <form
      onSubmit={submit}
      aria-label={t("Explain {subject}", { subject })}
      className="mt-2 grid gap-2 print:hidden"
      noValidate
    >
      <Field
        longest={500}
        text={text}
        label={t("Reason")}
        help={t("Kept with your name.")}
        error={error ?? reasons.text}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={text}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {problem && (
        <Note tone="declined" role="alert">
          {problem}
        </Note>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="s" variant="primary" loading={pending}>
          {t("Save reason")}
        </Button>
        <Button size="s" variant="quiet" onClick={() => setOpen(false)}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}
