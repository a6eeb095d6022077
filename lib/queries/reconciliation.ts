import { queryOptions } from "@tanstack/react-query";
import { paths } from "../paths.ts";
import type { Read } from "../read.ts";
import type { BatchReconciliation } from "../reconciliation/reconciliation.ts";
import type { ReconciliationState } from "../reconciliation/states.ts";
import { isUnread, retryMs } from "./batch.ts";
import { getJson } from "./get-json.ts";
import { reconciliationKey } from "./keys.ts";

/** The reconciliation of a batch; polled while it is read and while it waits for something. */
export const reconciliationQuery = (key: string) =>
  queryOptions({
    queryKey: [...reconciliationKey, "one", key] as const,
    queryFn: () => getJson<Read<BatchReconciliation>>(paths.api.reconciliation(key)),
    staleTime: 15_000,
    refetchInterval: ({ state: { data } }) => {
      if (isUnread(data)) return retryMs;
      if (data?.kind !== "found") return false;
      const { state, closed } = data.value;
      if (state === "inProgress") return closed ? 3000 : retryMs;
      return state === "waiting" ? retryMs : false;
    },
  });

/** The states of these batches, as far as they were compared. Sends no gateway requests. */
export const reconciliationStatesQuery = (keys: readonly string[]) =>
  queryOptions({
    queryKey: [...reconciliationKey, "states", ...keys] as const,
    queryFn: () => getJson<Record<string, ReconciliationState>>(paths.api.reconciliationStates(keys)),
    staleTime: 15_000,
  });
