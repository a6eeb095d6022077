import { Note } from "#components/ui/status/note.tsx";
import { cardNumberProblem } from "#lib/card-data/card-detector.ts";
import { t } from "#lib/language/t.ts";

/** Above a list that is shown instead of a page whose address held a card number. */
export function CardRefusedNote() {
  return (
    <div className="px-4 pt-3 sm:px-6 print:hidden">
      <Note tone="warning" role="alert">
        <b>{t("That page was not opened.")}</b> {t(cardNumberProblem)}
      </Note>
    </div>
  );
}
