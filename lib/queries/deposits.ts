import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { BatchDepositState } from "../deposits/batch-state.ts";
import type { BatchDeposits, DepositsView } from "../deposits/deposits-view.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";
import { depositsKey } from "./keys.ts";

/** Deposits by the URL's filter text, from the console's store; polled while batches are being read or compared. */
export const depositsQuery = (search: string) =>
  queryOptions({
    queryKey: [...depositsKey, "list", search] as const,
    queryFn: () => getJson<DepositsView>(paths.api.deposits(search)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && (state.data.unread > 0 || state.data.suggested === undefined) ? 5000 : 30_000,
  });

/** What reached the bank of a batch. */
export const batchDepositsQuery = (key: string) =>
  queryOptions({
    queryKey: [...depositsKey, "batch", key] as const,
    queryFn: () => getJson<BatchDeposits>(paths.api.batchDeposits(key)),
    refetchInterval: ({ state }) => (state.data?.kind === "unread" ? 5000 : false),
  });

/** What reached the bank of each of these batches, in short; polled while some are being read. */
export const batchDepositStatesQuery = (keys: readonly string[]) =>
  queryOptions({
    queryKey: [...depositsKey, "states", ...keys] as const,
    queryFn: () => getJson<Record<string, BatchDepositState>>(paths.api.batchDepositStates(keys)),
    staleTime: 15_000,
    refetchInterval: ({ state }) =>
      Object.values(state.data ?? {}).some(({ kind }) => kind === "unread") ? 10_000 : false,
  });
