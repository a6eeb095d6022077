import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BulkFile, ChosenFile } from "../bulk/bulk-file.ts";
import type { BulkWatch, ResultPage } from "../bulk/bulk-results.ts";
import { paths } from "../paths.ts";
import type { Read } from "../read.ts";
import { getJson } from "./get-json.ts";

/** All bulk keys, for what changes any of them. */
export const bulkKeys = ["bulk"] as const;

/** The files that were prepared here, newest first. Costs the gateway nothing. */
export const bulkFilesQuery = (search: string) =>
  queryOptions({
    queryKey: [...bulkKeys, "files", search] as const,
    queryFn: () => getJson<{ files: BulkFile[]; total: number }>(paths.api.bulkFiles(search)),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

/** One file. Costs the gateway nothing. */
export const bulkFileQuery = (id: string) =>
  queryOptions({
    queryKey: [...bulkKeys, "file", id] as const,
    queryFn: () => getJson<BulkFile>(paths.api.bulkFile(id)),
    staleTime: 1_000,
  });

/** What is known of a file's very bytes. Costs the gateway nothing. */
export const bulkChosenQuery = (sha256: string) =>
  queryOptions({
    queryKey: [...bulkKeys, "chosen", sha256] as const,
    queryFn: () => getJson<ChosenFile>(paths.api.bulkChosen(sha256)),
    staleTime: 0,
  });

/** A group by its key, or `current`. Costs a request while it is not completed. */
export const bulkGroupQuery = (key: string) =>
  queryOptions({
    queryKey: [...bulkKeys, "group", key] as const,
    queryFn: () => getJson<Read<BulkWatch>>(paths.api.bulkGroup(key)),
    staleTime: 3_000,
  });

/** What became of a completed group's lines. Costs the gateway nothing. */
export const bulkResultsQuery = (key: string, search: string) =>
  queryOptions({
    queryKey: [...bulkKeys, "group", key, "results", search] as const,
    queryFn: () => getJson<ResultPage>(paths.api.bulkResults(key, search)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
