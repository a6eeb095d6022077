import { formatCount } from "#lib/format/counts.ts";

/** Only on paper, and only when the browser's own menu printed a page of a longer list. */
export function PartialPrintNote({ shown, total, noun }: { shown: number; total: number; noun: string }) {
  if (shown >= total) return null;
  return (
    <p className="hidden border-2 border-current p-3 text-20 font-semibold print:my-4 print:block">
      Incomplete: only {formatCount(shown)} of {formatCount(total)} {noun} are on this print. Use Print on the
      page to print all of them.
    </p>
  );
}
