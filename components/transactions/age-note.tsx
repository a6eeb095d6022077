"use client";

import { useNow } from "#components/payment-result/use-now.ts";
import { Note } from "#components/ui/note.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { formatAge } from "#lib/format/durations.ts";

/** From this age on, in ms, a reading is shown with a warning beside the actions. */
const oldAfterMs = 5 * 60_000;

/** Before an action is offered on an old reading: how old it is, and that the payment may have changed elsewhere. */
export function AgeNote({
  readAt,
  stale,
  reading,
  onReread,
}: {
  readAt: number;
  stale: string | undefined;
  reading: boolean;
  onReread: () => void;
}) {
  const now = useNow(5000);
  const ageMs = now === undefined ? 0 : Math.max(0, now - readAt);
  if (!stale && ageMs < oldAfterMs) return null;
  return (
    <Note tone="warning" role="status">
      <b>{`Read ${formatAge(ageMs / 1000)}. It may have changed since.`}</b> It is read again before anything
      is done.{" "}
      <TextButton className="min-h-0! text-13" disabled={reading} onClick={onReread}>
        {reading ? "Reading…" : "Refresh"}
      </TextButton>
    </Note>
  );
}
