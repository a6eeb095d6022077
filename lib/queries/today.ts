import { queryOptions } from "@tanstack/react-query";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import type { TodayPart, TodayParts } from "../today/today.ts";
import { getJson } from "./get-json.ts";
import { todayKey } from "./keys.ts";

/** One part of the Today page. Costs the gateway nothing. */
export const todayQuery = <Part extends TodayPart>(part: Part) =>
  queryOptions({
    queryKey: [...todayKey, part] as const,
    queryFn: () => getJson<TodayParts[Part]>(paths.api.today(part)),
    refetchInterval: pollEvery(30_000),
  });
