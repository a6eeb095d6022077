"use client";

import { ZoneNote } from "#components/layout/zone-note.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { FootNote } from "#components/ui/foot-note.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { formatAge } from "#lib/format/durations.ts";

/** How old what the page shows is, and whose time it tells. */
export function ReadNote({
  readAt,
  stale,
  reading,
  onReread,
}: {
  readAt: number;
  /** Why the last reading failed. */
  stale: string | undefined;
  reading: boolean;
  onReread: () => void;
}) {
  const now = useNow(5000);
  const age = now === undefined ? "just now" : formatAge(Math.max(0, now - readAt) / 1000);
  return (
    <FootNote>
      <span>Read from the gateway {age}</span>
      <ZoneNote />
      <TextButton className="min-h-6!" disabled={reading} onClick={onReread}>
        {reading ? "Reading…" : "Refresh"}
      </TextButton>
      {stale && (
        <span role="status" className="text-warning">
          It could not be read again: {stale}
        </span>
      )}
    </FootNote>
  );
}
