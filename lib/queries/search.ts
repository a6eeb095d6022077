import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import type { FieldName } from "../search/fields.ts";
import type { FoundValue, SearchAnswer, SearchFigures } from "../search/found.ts";
import type { SavedView, ViewCounts, ViewRole } from "../search/saved-view.ts";
import { getJson } from "./get-json.ts";
import { savedViewsKey, searchKeys, viewCountsKey } from "./keys.ts";

/** What is asked: the search as an address has it, and the mark of a page. */
export type SearchPage = { q: string; older: string | null; newer: string | null };

const rereadMs = 15_000;

/** A page of results. Sends no gateway requests. */
export const searchQuery = ({ q, older, newer }: SearchPage) =>
  queryOptions({
    queryKey: [...searchKeys.pages, q, older, newer] as const,
    queryFn: () =>
      getJson<SearchAnswer>(
        paths.api.search(
          new URLSearchParams({
            ...(q && { q }),
            ...(older && { older }),
            ...(newer && { newer }),
          }).toString(),
        ),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(rereadMs),
    refetchOnWindowFocus: "always",
  });

/** Totals and choices of the whole result, read again with its rows: both must show the same. */
export const searchFiguresQuery = (q: string) =>
  queryOptions({
    queryKey: [...searchKeys.figures, q] as const,
    queryFn: () => getJson<SearchFigures>(paths.api.searchTotals(q)),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(rereadMs),
    refetchOnWindowFocus: "always",
  });

export const searchValuesQuery = (asked: { field: FieldName; prefix: string } | undefined) =>
  queryOptions({
    queryKey: ["search", "values", asked?.field, asked?.prefix] as const,
    queryFn: () => getJson<FoundValue[]>(paths.api.searchValues(asked?.field ?? "", asked?.prefix ?? "")),
    enabled: asked !== undefined,
  });

export const savedViewsQuery = () =>
  queryOptions({ queryKey: savedViewsKey, queryFn: () => getJson<SavedView[]>(paths.api.savedViews()) });

/** Whom a search can be shared with. */
export const viewRolesQuery = () =>
  queryOptions({
    queryKey: ["search", "roles"] as const,
    queryFn: () => getJson<ViewRole[]>(paths.api.viewRoles()),
  });

export const viewCountsQuery = () =>
  queryOptions({
    queryKey: viewCountsKey,
    queryFn: () => getJson<ViewCounts>(paths.api.viewCounts()),
    refetchInterval: pollEvery(2 * rereadMs),
  });
