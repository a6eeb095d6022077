import { queryOptions } from "@tanstack/react-query";
import type { DayEnd } from "../day-end/day-end.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";

export const dayEndKey = ["day-end"] as const;

/** The end of a business day; today's without a day. Costs the gateway nothing. */
export const dayEndQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: [...dayEndKey, day ?? "today"] as const,
    queryFn: () => getJson<DayEnd>(paths.api.dayEnd(day)),
    refetchInterval: 30_000,
  });
