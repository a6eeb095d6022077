import { TextButton } from "#components/ui/button/text-button.tsx";
import { Note } from "#components/ui/status/note.tsx";

/** What the last import did. */
export function ImportedNote({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Note tone="approved" role="status">
      {text} <TextButton onClick={onClose}>Dismiss</TextButton>
    </Note>
  );
}
