"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { batchTransactionsQuery } from "#lib/queries/batches.ts";
import { batchKeys } from "#lib/queries/keys.ts";
import { toPageSearch } from "../page-search.ts";
import { useWhole } from "./use-whole.ts";

/** As many as the gateway gives at a time. */
const pageSize = 1000;

/** All transactions of a batch. A closed one is in the gateway cache, so that reading it again costs the gateway nothing. */
export function useWholeBatch({ key = "current", status }: Batch) {
  const client = useQueryClient();
  const whole = useWhole<TransactionDetail>({
    queryKey: [...batchKeys.all, "whole", key],
    keyOf: (transaction) => transaction.key,
    freshMs: status === "closed" ? Number.POSITIVE_INFINITY : 15_000,
    pauseMs: 2000,
    readPage: async (offset) => {
      const search = toPageSearch({ limit: pageSize, offset });
      const page = await client.fetchQuery({ ...batchTransactionsQuery(key, search), staleTime: 0 });
      if (page.kind !== "found") return page;
      const { data, total = offset + data.length } = page.value;
      return { ...page, value: { data, total } };
    },
  });
  const { load: loadRows } = whole;
  const load = useCallback(async () => {
    const rows = await loadRows();
    // So that the gateway's totals are as new as the rows they are compared with.
    if (rows && status !== "closed")
      await client.invalidateQueries({ queryKey: batchQuery(key).queryKey, exact: true });
    return rows;
  }, [client, key, loadRows, status]);
  return { ...whole, load };
}
