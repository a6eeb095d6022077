import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button/button.tsx";
import { formatDuration } from "#lib/format/durations.ts";
import { gatewayQuery } from "#lib/queries/gateway.ts";
import type { Queued } from "./use-queue.ts";

/** Under the waiting payment: its place in the queue, the time left, and the way to leave with nothing sent. */
export function QueuePanel({ queued, now }: { queued: Queued; now: number }) {
  const { data: pulse } = useQuery(gatewayQuery());
  const seconds = Math.max(1, Math.ceil((queued.dueAt - now) / 1000));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3 sm:px-6">
      <p className="text-13">
        <b>{`${queued.place === 1 ? "Next" : ordinal(queued.place)} in the queue: about ${formatDuration(seconds)}.`}</b>{" "}
        <span className="text-muted">
          {pulse?.limitText ?? "All workstations share the gateway's request limit."}{" "}
          {queued.wasTurnedAway ? "The gateway turned it away: no money moved." : "Nothing has been sent."}
        </span>
      </p>
      <Button icon="void" loading={queued.isLeaving} onClick={queued.leave}>
        Do not send
      </Button>
    </div>
  );
}

/** 2 → "2nd". */
function ordinal(place: number): string {
  return `${place}${endings[new Intl.PluralRules("en", { type: "ordinal" }).select(place)] ?? "th"}`;
}

const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
