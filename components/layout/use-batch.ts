import { useQuery } from "@tanstack/react-query";
import { may } from "#lib/permissions.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { useMerchant } from "./merchant.tsx";

/** A batch by its key, or `current`, on a page of something else: not asked for without its key or the right to see batches. */
export function useBatch(key: string | undefined, { refetchInterval }: { refetchInterval?: number } = {}) {
  const { role } = useMerchant();
  return useQuery({
    ...batchQuery(key ?? ""),
    ...(refetchInterval !== undefined && { refetchInterval }),
    enabled: key !== undefined && may(role, "viewBatches"),
  });
}
