import { queryOptions } from "@tanstack/react-query";
import { type Attempt, hasNoOutcome, mayChangeLater } from "../attempt.ts";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";
import { attemptKeys } from "./keys.ts";

/** How often an open page reads again what may still change, in ms: a payment is voided or found at another workstation. */
const rereadMs = 15_000;

/** One attempt; polled until it is resolved, then slowly while it may still change. Sends no gateway requests. */
export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: attemptKeys.one(id),
    queryFn: () => getJson<Attempt>(paths.api.attempt(id)),
    refetchInterval: ({ state: { data } }) => {
      if (!data || hasNoOutcome(data.state)) return 1000;
      return mayChangeLater(data) && pollEvery(rereadMs)();
    },
    // What changed in another tab is read at once, however fresh this one is.
    refetchOnWindowFocus: "always",
  });

/** The newest attempts, without their steps. Sends no gateway requests. */
export const attemptsQuery = (filter: { mine?: boolean; state?: string; transaction?: string }) =>
  queryOptions({
    queryKey: [...attemptKeys.lists, filter] as const,
    queryFn: () => getJson<Attempt[]>(`${paths.api.attempts()}?${toQuery(filter)}`),
    refetchInterval: pollEvery(rereadMs),
    refetchOnWindowFocus: "always",
  });

function toQuery({
  mine,
  state,
  transaction,
}: {
  mine?: boolean;
  state?: string;
  transaction?: string;
}): string {
  return new URLSearchParams({
    ...(mine && { mine: "1" }),
    ...(state && { state }),
    ...(transaction && { transaction }),
  }).toString();
}
