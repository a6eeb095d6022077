import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import type { ExportRecord } from "#lib/exports/export-record.ts";
import { formatBytes } from "#lib/format/bytes.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";

/** What became of the file: announced when it is saved, changed meanwhile, or broken off. */
export function ExportProgress({
  record,
  isWaiting,
  isGone,
}: {
  record: ExportRecord | null | undefined;
  isWaiting: boolean;
  /** It was asked for, and no record of it ever came. */
  isGone: boolean;
}) {
  if (isWaiting)
    return (
      <p className="text-13">
        <Spinner>{t("Writing the file")}</Spinner>
      </p>
    );
  if (isGone)
    return (
      <Note tone="declined" role="alert">
        {t("The export didn't start. Try again.")}
      </Note>
    );
  if (!record) return null;
  const { state, rowsWritten = 0, bytes = 0, rowsBefore, rowsAfter = rowsBefore } = record;
  switch (state) {
    case "running":
      return null;
    case "finished":
      return (
        <Note tone="approved" role="status">
          {t("Saved {transactions}, {bytes}.", {
            transactions: countOf(rowsWritten, "transaction"),
            bytes: formatBytes(bytes),
          })}
        </Note>
      );
    case "changed":
      return (
        <Note tone="warning" role="alert">
          {t(
            "Transactions changed while the file was written: {count} before, {count2} after. Export it again.",
            { count: formatCount(rowsBefore), count2: formatCount(rowsAfter) },
          )}
        </Note>
      );
    case "broken":
      return (
        <Note tone="declined" role="alert">
          {t("The export was interrupted after {transactions}. Don't use the file; export it again.", {
            transactions: countOf(rowsWritten, "transaction"),
          })}
        </Note>
      );
  }
}
