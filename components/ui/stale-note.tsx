import { Note } from "./note.tsx";

/** Above what was read before and could not be read again: why. */
export function StaleNote({ message }: { message: string }) {
  return (
    <div className="p-4">
      <Note tone="warning" role="alert">
        {message} What stands here may be old.
      </Note>
    </div>
  );
}
