import { useMerchant } from "#components/layout/merchant.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { gapText, type RecordGap } from "#lib/books/record-count.ts";

/** That numbered records are missing from the database, or that no one can say. */
export function RecordGapNote({ gap }: { gap: RecordGap }) {
  const { timeZone } = useMerchant();
  const { title, text } = gapText(gap, timeZone);
  const isAlert = gap.kind !== "recounted";
  return (
    <Note tone={isAlert ? "declined" : "warning"} {...(isAlert && { role: "alert" })}>
      <b>{title}</b> {text}
    </Note>
  );
}
