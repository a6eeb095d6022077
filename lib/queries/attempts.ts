import { queryOptions } from "@tanstack/react-query";
import { type Attempt, isSettling } from "../attempt.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";

export const attemptKeys = {
  all: ["attempts"] as const,
  one: (id: string) => ["attempts", "one", id] as const,
};

/** One attempt; polled until it is settled. Sends no gateway requests. */
export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: attemptKeys.one(id),
    queryFn: () => getJson<Attempt>(paths.api.attempt(id)),
    refetchInterval: ({ state }) => (state.data && !isSettling(state.data.state) ? false : 1000),
  });

/** The newest attempts, without their steps. */
export const attemptsQuery = (filter: { mine?: boolean; state?: string; transaction?: string }) =>
  queryOptions({
    queryKey: [...attemptKeys.all, "list", filter] as const,
    queryFn: () => getJson<Attempt[]>(`${paths.api.attempts()}?${toQuery(filter)}`),
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
