import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ExportPreview, ExportRecord } from "../exports/export-record.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";

/** What an export would hold. `query` is the file's address without its id. */
export const exportPreviewQuery = (query: string) =>
  queryOptions({
    queryKey: ["exports", "preview", query] as const,
    queryFn: () => getJson<ExportPreview>(paths.api.exportPreview(query)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** What became of an export, polled until it has ended; null while it has not begun. */
export const exportRecordQuery = (id: string) =>
  queryOptions({
    queryKey: ["exports", "one", id] as const,
    queryFn: () => getJson<ExportRecord | null>(paths.api.exportRecord(id)),
    refetchInterval: ({ state }) => (state.data && state.data.state !== "running" ? false : 500),
  });
