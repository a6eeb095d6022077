"use client";

import { ZoneNote } from "#components/layout/zone-note.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatAge } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";

type Reading = {
  readAt: number;
  /** Why the last reading failed. */
  stale: string | undefined;
  reading: boolean;
  onReread: () => void;
};

/** How old the shown data is, and in which time zone times are. */
export function ReadNote({ readAt, stale, ...reread }: Reading) {
  const now = useNow(5000);
  const age = now === undefined ? formatAge(0) : formatAge(Math.max(0, now - readAt) / 1000);
  return (
    <FootNote>
      <span>{t("Read from the gateway {age}", { age })}</span>
      <ZoneNote />
      <RefreshButton className="min-h-6!" {...reread} />
      {stale && (
        <span role="status" className="text-warning">
          {t("It could not be read again: {stale}", { stale: translate(stale) })}
        </span>
      )}
    </FootNote>
  );
}

/** From this age on, in ms, a reading is shown with a warning beside the actions. */
const oldAfterMs = 5 * 60_000;

/** Before an action is offered on an old reading: how old it is, and that the payment may have changed elsewhere. */
export function AgeNote({ readAt, stale, ...reread }: Reading) {
  const now = useNow(5000);
  const ageMs = now === undefined ? 0 : Math.max(0, now - readAt);
  if (!stale && ageMs < oldAfterMs) return null;
  return (
    <Note tone="warning" role="status">
      {tx("{title} It is read again before anything is done.", {
        title: <b>{t("Read {age}. It may have changed since.", { age: formatAge(ageMs / 1000) })}</b>,
      })}{" "}
      <RefreshButton className="min-h-0! text-13" {...reread} />
    </Note>
  );
}

function RefreshButton({
  className,
  reading,
  onReread,
}: Pick<Reading, "reading" | "onReread"> & { className: string }) {
  return (
    <TextButton className={className} disabled={reading} onClick={onReread}>
      {reading ? t("Reading…") : t("Refresh")}
    </TextButton>
  );
}
