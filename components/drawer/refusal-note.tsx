import { TextButton } from "#components/ui/button/text-button.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";

/** What the console refused after somebody else was faster, and what was typed for it. */
export type Refused = { what: "open" | "count"; message: string; typed: string };

/** Stays after the form is gone that was refused: the drawer's state no longer offers it. */
export function RefusalNote({
  refused: { message, typed },
  onDismiss,
}: {
  refused: Refused;
  onDismiss: () => void;
}) {
  return (
    <Note tone="warning" role="alert">
      {message} {typed} <TextButton onClick={onDismiss}>{t("Dismiss")}</TextButton>
    </Note>
  );
}
