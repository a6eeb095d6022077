import { useQuery } from "@tanstack/react-query";
import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";
import { gatewayQuery } from "#lib/queries/gateway.ts";
import { useNow } from "../use-now.ts";

/** When a lost answer is looked for next, in words, or what keeps it from being. `at` is epoch ms; undefined until the browser has a clock. */
export function useNextLookup(
  at: number | undefined,
): { tone: Tone; icon: IconName; words: string } | undefined {
  const now = useNow();
  const { data: pulse } = useQuery(gatewayQuery());
  if (now === undefined || at === undefined) return undefined;
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds > 0)
    return {
      tone: "accent",
      icon: "search",
      words: t("Next lookup in {duration}", { duration: formatDuration(seconds) }),
    };
  if (pulse?.reachable === false)
    return {
      tone: "warning",
      icon: "warning",
      words: t("The gateway is not responding. Trying again every few seconds"),
    };
  return { tone: "accent", icon: "search", words: t("Looking now") };
}
