import { TextButton } from "#components/ui/button/text-button.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";

/** What the last import did. */
export function ImportedNote({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Note tone="approved" role="status">
      {text} <TextButton onClick={onClose}>{t("Dismiss")}</TextButton>
    </Note>
  );
}
