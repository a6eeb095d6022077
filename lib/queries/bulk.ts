import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ReviewToApprove } from "../bulk/approval.ts";
import type { BulkResult, BulkWatch, ResultPage } from "../bulk/bulk-results.ts";
import type { BulkFile, ChosenFile } from "../bulk/file/bulk-file.ts";
import type { BulkSample } from "../bulk/progress.ts";
import { paths } from "../paths.ts";
import type { Read } from "../read.ts";
import { askJson, getJson } from "./get-json.ts";
import { bulkKeys } from "./keys.ts";

type FilePage = { files: BulkFile[]; total: number; limit: number; offset: number };

/** The files that were prepared here, newest first. Costs the gateway nothing. */
export const bulkFilesQuery = (search: string) =>
  queryOptions({
    queryKey: [...bulkKeys.files, search] as const,
    queryFn: () => getJson<FilePage>(paths.api.bulkFiles(search)),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    // Other users approve and withdraw.
    refetchInterval: 10_000,
  });

/** One file. Costs the gateway nothing. */
export const bulkFileQuery = (id: string) =>
  queryOptions({
    queryKey: [...bulkKeys.all, "file", id] as const,
    queryFn: () => getJson<BulkFile>(paths.api.bulkFile(id)),
    staleTime: 1_000,
  });

/** The fixes and payouts of a file, for the person who approves it. Costs the gateway nothing. */
export const bulkReviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...bulkKeys.all, "review", id] as const,
    queryFn: () => getJson<ReviewToApprove>(paths.api.bulkReview(id)),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether a file with the same bytes is known. Sends no gateway requests. */
export const bulkChosenQuery = (sha256: string) =>
  queryOptions({
    queryKey: [...bulkKeys.chosen, sha256] as const,
    queryFn: () => askJson<ChosenFile>(paths.api.bulkChosen(), { sha256 }),
    staleTime: 0,
  });

/** The normalized filter that names the query of a file list. `open` files wait for a user. */
export function toFileSearch({ open, offset }: { open?: boolean; offset?: string | undefined }): string {
  return new URLSearchParams({
    ...(open && { open: "1", limit: "100" }),
    ...(offset && { offset }),
  }).toString();
}

/**
 * A group by its key, or `current`; polled at the interval that the server suggests, four times less often while the tab is
 * hidden.
 */
export const bulkGroupQuery = (key: string) =>
  queryOptions({
    queryKey: [...bulkKeys.all, "group", key] as const,
    queryFn: () => getJson<Read<BulkWatch>>(paths.api.bulkGroup(key)),
    staleTime: 2_000,
    refetchInterval: ({ state }) => refetchInterval(key, state.data) ?? false,
    refetchIntervalInBackground: true,
  });

const hiddenFactor = 4;

function refetchInterval(key: string, read: Read<BulkWatch> | undefined): number | undefined {
  if (!read) return undefined;
  if (read.kind === "missing" && key !== "current") return undefined;
  const wanted = read.kind === "found" ? groupRefetchMs(read.value) : 10_000;
  const hidden = typeof document !== "undefined" && document.visibilityState === "hidden";
  return wanted && (hidden ? wanted * hiddenFactor : wanted);
}

function groupRefetchMs({ results, refetchIntervalMs, waits }: BulkWatch): number | undefined {
  // Polling this progress sends no gateway requests.
  if (results.kind === "syncing" || (results.kind === "done" && results.isComparing)) return 2000;
  return waits === undefined ? refetchIntervalMs : 10_000;
}

/** The progress of a group before the page was opened. */
export const bulkSamplesQuery = (key: string) =>
  queryOptions({
    queryKey: [...bulkKeys.all, "samples", key] as const,
    queryFn: () => getJson<BulkSample[]>(paths.api.bulkSamples(key)),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The latest rows, while a page shows them: one request every few seconds for all workstations. */
export const bulkNewestQuery = (key: string, everyMs: number | undefined) =>
  queryOptions({
    queryKey: [...bulkKeys.all, "newest", key] as const,
    queryFn: () => getJson<Read<BulkResult[]>>(paths.api.bulkNewest(key)),
    staleTime: 5_000,
    refetchInterval: everyMs ?? false,
  });

/** The results of a completed group's rows. Sends no gateway requests. */
export const bulkResultsQuery = (key: string, search: string) =>
  queryOptions({
    queryKey: [...bulkKeys.all, "group", key, "results", search] as const,
    queryFn: () => getJson<ResultPage>(paths.api.bulkResults(key, search)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
