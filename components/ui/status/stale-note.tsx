import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { Note } from "./note.tsx";

/** Shown above stale data: why it could not be refreshed. */
export function StaleNote({ message }: { message: string }) {
  return (
    <div className="p-4">
      <Note tone="warning" role="alert">
        {t("{message} This data may be out of date.", { message: translate(message) })}
      </Note>
    </div>
  );
}
