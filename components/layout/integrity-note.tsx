import { Note } from "#components/ui/status/note.tsx";
import { type Integrity, integrityNotes } from "#lib/books/integrity.ts";

/** Beside a signed record: that it was changed in the store, or can't be checked. Nothing for one that is as it was signed. */
export function IntegrityNote({ integrity }: { integrity: Integrity }) {
  const note = integrityNotes[integrity];
  if (!note) return null;
  const isChanged = integrity === "changed";
  return (
    <Note tone={isChanged ? "declined" : "warning"} {...(isChanged && { role: "alert" })}>
      <b>{note.title}</b> {note.text}
    </Note>
  );
}
