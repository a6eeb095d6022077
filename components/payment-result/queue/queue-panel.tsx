import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button/button.tsx";
import { formatDuration } from "#lib/format/durations.ts";
import { currentLanguage, t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { gatewayQuery } from "#lib/queries/gateway.ts";
import type { Queued } from "./use-queue.ts";

/** Under the waiting payment: its place in the queue, the time left, and the way to leave with nothing sent. */
export function QueuePanel({ queued, now }: { queued: Queued; now: number }) {
  const { data: pulse } = useQuery(gatewayQuery());
  const seconds = Math.max(1, Math.ceil((queued.dueAt - now) / 1000));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3 sm:px-6">
      <p className="text-13">
        <b>
          {queued.place === 1
            ? t("Next in the queue: about {duration}.", { duration: formatDuration(seconds) })
            : t("{place} in the queue: about {duration}.", {
                place: ordinal(queued.place),
                duration: formatDuration(seconds),
              })}
        </b>{" "}
        <span className="text-muted">
          {pulse?.limitText === undefined
            ? t("All workstations share the gateway's request limit.")
            : translate(pulse.limitText)}{" "}
          {queued.wasTurnedAway
            ? t("The gateway's limit was full, so it was not accepted. No money moved.")
            : t("Nothing has been sent.")}
        </span>
      </p>
      <Button icon="void" loading={queued.isLeaving} onClick={queued.leave}>
        {t("Do not send")}
      </Button>
    </div>
  );
}

/** In English 2 → "2nd"; in any other language the number alone. */
function ordinal(place: number): string {
  if (currentLanguage() !== "en") return String(place);
  return `${place}${endings[new Intl.PluralRules("en", { type: "ordinal" }).select(place)] ?? "th"}`;
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
