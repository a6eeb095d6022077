import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BatchPage, BatchSync } from "../batch-list.ts";
import type { ShownBatch } from "../batch-sums.ts";
import type { TransactionDetail } from "../gateway/transaction.ts";
import { paths } from "../paths.ts";
import type { Read } from "../read.ts";
import { getJson } from "./get-json.ts";

type TransactionPage = {
  data: TransactionDetail[];
  total?: number | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
};

/** Failed reads are retried in the background. */
const retryMs = 15_000;
const isUnread = (read: Read<unknown> | undefined) =>
  read?.kind === "unavailable" || (read?.kind === "found" && read.stale !== undefined);
const retryUnread = ({ state }: { state: { data: Read<unknown> | undefined } }) =>
  isUnread(state.data) ? retryMs : false;

/** A page of batches by the URL's filter text; polled slowly while totals are missing. */
export const batchesQuery = (search: string) =>
  queryOptions({
    queryKey: ["batches", "list", search] as const,
    queryFn: () => getJson<Read<BatchPage>>(paths.api.batches(search)),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: ({ state }) =>
      isUnread(state.data)
        ? retryMs
        : state.data?.kind === "found" && !state.data.value.complete
          ? 20_000
          : false,
  });

/** A batch by key, or `current`. */
export const batchQuery = (key: string) =>
  queryOptions({
    queryKey: ["batches", "one", key] as const,
    queryFn: () => getJson<Read<ShownBatch>>(paths.api.batch(key)),
    staleTime: 15_000,
    refetchInterval: retryUnread,
  });

export const batchTransactionsQuery = (key: string, search: string) =>
  queryOptions({
    queryKey: ["batches", "one", key, "transactions", search] as const,
    queryFn: () => getJson<Read<TransactionPage>>(paths.api.batchTransactions(key, search)),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: retryUnread,
  });

/** How much of a batch the gateway cache holds; polled while it grows. Sends no gateway requests. */
export const batchSyncQuery = (key: string) =>
  queryOptions({
    queryKey: ["batches", "one", key, "sync"] as const,
    queryFn: () => getJson<BatchSync>(paths.api.batchSync(key)),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.kind === "syncing" ? 2000 : false),
  });
