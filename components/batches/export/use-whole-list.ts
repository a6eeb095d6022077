"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { BatchFilters } from "#lib/batches/batch-list.ts";
import { readSums, type ShownBatch } from "#lib/batches/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { batchesQuery } from "#lib/queries/batches.ts";
import { batchKeys } from "#lib/queries/keys.ts";
import { toBatchSearch } from "../page-search.ts";
import { useWhole } from "./use-whole.ts";

/** As many as the gateway gives at a time. */
const pageSize = 1000;

/** All batches that the filters match, each with its sums: those of a closed batch are read once. */
export function useWholeList(filters: BatchFilters) {
  const client = useQueryClient();
  const { limit: _limit, offset: _offset, ...days } = filters;
  return useWhole<ShownBatch>({
    queryKey: [...batchKeys.all, "whole list", toBatchSearch(days)],
    keyOf: (batch) => batch.key,
    freshMs: 0,
    // Sums come in as the shared limit has room for them.
    pauseMs: 5000,
    readPage: async (offset) => {
      const search = toBatchSearch({ ...days, limit: pageSize, offset });
      const page = await client.fetchQuery({ ...batchesQuery(search), staleTime: 0 });
      if (page.kind !== "found") return page;
      const { batches, total, complete } = page.value;
      if (complete) return { ...page, value: { data: batches, total } };
      const read = batches.filter((batch) => readSums(batch) ?? batch.currencies?.kind === "several").length;
      return {
        kind: "partial",
        read,
        message: t("{count} of {sums} read, the rest as the shared limit allows.", {
          count: formatCount(read),
          sums: countOf(total, "sum"),
        }),
      };
    },
  });
}
