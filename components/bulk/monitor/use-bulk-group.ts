"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { BulkWatch } from "#lib/bulk/bulk-results.ts";
import { type BulkSample, toSample } from "#lib/bulk/progress.ts";
import { bulkGroupQuery, bulkSamplesQuery } from "#lib/queries/bulk.ts";

export type BulkGroupState =
  | { kind: "waiting" }
  | { kind: "missing" | "unavailable"; message: string }
  | { kind: "found"; watch: BulkWatch; readAt: number; samples: readonly BulkSample[] };

/** A group as it goes on, with the readings that its pace is computed from: those of the store, and those made since on this page. */
export function useBulkGroup(key: string): { watched: BulkGroupState; refetch: () => void; busy: boolean } {
  const query = useQuery(bulkGroupQuery(key));
  const { data, error } = query;
  const group = data?.kind === "found" ? data.value.group : undefined;
  const groupKey = group?.bulk_key ?? key;
  const { data: stored } = useQuery({ ...bulkSamplesQuery(groupKey), enabled: group !== undefined });
  const readAt = data?.kind === "found" ? data.readAt : 0;
  const [own, setOwn] = useState<{ of: string; samples: BulkSample[] }>({ of: groupKey, samples: [] });
  useEffect(() => {
    if (!group) return;
    setOwn(({ of, samples }) => {
      const kept = of === groupKey ? samples : [];
      if (kept.at(-1)?.at === readAt) return { of, samples: kept };
      return { of: groupKey, samples: [...kept, toSample(group, readAt)].slice(-maxReadings) };
    });
  }, [group, groupKey, readAt]);
  const samples = useMemo(() => {
    const read = own.of === groupKey ? own.samples : [];
    const before = (stored ?? []).filter(({ at }) => at < (read[0]?.at ?? Number.POSITIVE_INFINITY));
    return [...before, ...read];
  }, [own, stored, groupKey]);
  return { watched: toWatched(), refetch: () => void query.refetch(), busy: query.isFetching };

  function toWatched(): BulkGroupState {
    if (!data) return error ? { kind: "unavailable", message: error.message } : { kind: "waiting" };
    return data.kind === "found" ? { kind: "found", watch: data.value, readAt, samples } : data;
  }
}

const maxReadings = 2000;
