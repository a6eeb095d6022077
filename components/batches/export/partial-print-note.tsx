import { formatCount } from "#lib/format/counts.ts";
import { t, text } from "#lib/language/t.ts";
import type { ListedThings } from "./whole-status.tsx";

const notes = {
  transactions: text(
    "Incomplete: only {count} of {count2} transactions are on this print. Use Print on the page to print all of them.",
  ),
  batches: text(
    "Incomplete: only {count} of {count2} batches are on this print. Use Print on the page to print all of them.",
  ),
} as const;

/** Only on paper, and only when the browser's own menu printed a page of a longer list. */
export function PartialPrintNote({ shown, total, of }: { shown: number; total: number; of: ListedThings }) {
  if (shown >= total) return null;
  return (
    <p className="hidden border-2 border-current p-3 text-20 font-semibold print:my-4 print:block">
      {t(notes[of], { count: formatCount(shown), count2: formatCount(total) })}
    </p>
  );
}
