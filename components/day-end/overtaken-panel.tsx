import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import type { Signing } from "./use-signing.ts";

/** For a user who was about to sign: somebody else did, and their own note is still here to copy. */
export function OvertakenPanel({ by, signing: { note, forget } }: { by: string; signing: Signing }) {
  return (
    <Panel as="aside" aria-label={t("Your signature")} className="print:hidden">
      <PanelHead title={t("Your signature")} />
      <PanelSection className="grid gap-4">
        <Note tone="warning" role="alert">
          {t("{by} has already signed. Your signature was not saved.", { by })}
        </Note>
        {note && (
          <Field label={t("Your note")} help={t("Not stored. Copy it if you need it.")}>
            {(control) => <Textarea {...control} rows={4} readOnly value={note} />}
          </Field>
        )}
        <Button onClick={forget}>{t("Dismiss")}</Button>
      </PanelSection>
    </Panel>
  );
}
