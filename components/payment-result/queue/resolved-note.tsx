import { useMerchant } from "#components/layout/merchant.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import type { Resolved } from "./unanswered-list.ts";

/** What became of an action after its dialog was closed or its page loaded again. */
export function ResolvedNote({ resolved: { kind, label, at } }: { resolved: Resolved }) {
  const { timeZone } = useMerchant();
  const instant = formatInstant(timeZone, at, Date.now());
  return (
    <Note tone="warning" role="status">
      {kind === "canceled"
        ? t(
            "{label}, submitted {instant}, did not reach the console. It was canceled, and nothing was done.",
            {
              label,
              instant,
            },
          )
        : t("{label}, submitted {instant}, got no response here, but it was recorded.", { label, instant })}
    </Note>
  );
}
