import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DrawerPage, ShiftDetail } from "../drawer/shift.ts";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";
import { drawerKey } from "./keys.ts";

/** The cash drawer page of this workstation; its history goes back from the shift `before`. Others work at the same drawer. */
export const drawerQuery = (before?: number) =>
  queryOptions({
    queryKey: [...drawerKey, "page", before ?? "newest"] as const,
    queryFn: () => getJson<DrawerPage>(paths.api.drawer(before === undefined ? "" : `before=${before}`)),
    refetchInterval: pollEvery(10_000),
    placeholderData: keepPreviousData,
  });

export const shiftQuery = (number: number) =>
  queryOptions({
    queryKey: [...drawerKey, "shift", number] as const,
    queryFn: () => getJson<ShiftDetail | null>(paths.api.drawerShift(number)),
    refetchInterval: ({ state }) => (state.data?.shift.state === "closed" ? false : pollEvery(10_000)()),
  });
