import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BatchPage, BatchSync } from "../batches/batch-list.ts";
import type { PaymentTotals } from "../batches/payment-totals.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import type { Read } from "../read.ts";
import { isUnread, retryMs, retryUnread } from "./batch.ts";
import { getJson } from "./get-json.ts";
import { batchKeys } from "./keys.ts";

type TransactionPage = {
  data: TransactionDetail[];
  total?: number | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
};

/** A page of batches by the URL's filter text; polled slowly while totals are missing. */
export const batchesQuery = (search: string) =>
  queryOptions({
    queryKey: [...batchKeys.lists, search] as const,
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

/** What the payments of the filtered days add up to; polled as new ones come. Sends no gateway requests. */
export const batchPaymentsQuery = (search: string) =>
  queryOptions({
    queryKey: [...batchKeys.payments, search] as const,
    queryFn: () => getJson<PaymentTotals | null>(paths.api.batchPayments(search)),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: pollEvery(30_000),
  });

export const batchTransactionsQuery = (key: string, search: string) =>
  queryOptions({
    queryKey: [...batchKeys.one(key), "transactions", search] as const,
    queryFn: () => getJson<Read<TransactionPage>>(paths.api.batchTransactions(key, search)),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: retryUnread,
  });

/** How much of a batch the gateway cache holds; polled while it grows. Sends no gateway requests. */
export const batchSyncQuery = (key: string) =>
  queryOptions({
    queryKey: [...batchKeys.one(key), "sync"] as const,
    queryFn: () => getJson<BatchSync>(paths.api.batchSync(key)),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.kind === "syncing" ? 2000 : false),
  });
