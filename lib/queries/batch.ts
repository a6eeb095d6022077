import { queryOptions } from "@tanstack/react-query";
import type { ShownBatch } from "../batches/batch-sums.ts";
import { paths } from "../paths.ts";
import type { Read } from "../read.ts";
import { getJson } from "./get-json.ts";
import { batchKeys } from "./keys.ts";

/** A batch by key, or `current`; polled while the gateway closes it, and while it or its currencies could not be read. */
export const batchQuery = (key: string) =>
  queryOptions({
    queryKey: batchKeys.one(key),
    queryFn: () => getJson<Read<ShownBatch>>(paths.api.batch(key)),
    staleTime: 15_000,
    refetchInterval: ({ state }) => {
      if (state.data?.kind !== "found") return retryUnread({ state });
      const { status, currencies } = state.data.value;
      if (status === "closing") return 5000;
      return currencies?.kind === "unread" && currencies.why ? retryMs : retryUnread({ state });
    },
  });

/** Failed reads are retried in the background. */
export const retryMs = 15_000;
export const isUnread = (read: Read<unknown> | undefined) =>
  read?.kind === "unavailable" || (read?.kind === "found" && read.stale !== undefined);
export const retryUnread = ({ state }: { state: { data: Read<unknown> | undefined } }) =>
  isUnread(state.data) ? retryMs : false;
