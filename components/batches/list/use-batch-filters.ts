"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { DayRange } from "#components/ui/form/date-range.tsx";
import { type BatchFilters, readBatchFilters } from "#lib/batches/batch-list.ts";

/** The filters as the address has them, and ways to change them. A change of days goes back to the first page. */
export function useBatchFilters() {
  const [address, setAddress] = useQueryStates(parts);
  const filters = useMemo(() => readBatchFilters(toParams(address)), [address]);
  return {
    filters,
    setOpened: ({ from, to }: DayRange) =>
      setAddress({ openedFrom: from ?? null, openedTo: to ?? null, offset: null }),
    setClosed: ({ from, to }: DayRange) =>
      setAddress({ closedFrom: from ?? null, closedTo: to ?? null, offset: null }),
    setOffset: (offset: number) => setAddress({ offset: offset > 0 ? String(offset) : null }, step),
    clear: () => setAddress(null, step),
  };
}

/** Whether a first day is after its last, which no batch can meet. */
export function isRangeReversed({ openedFrom, openedTo, closedFrom, closedTo }: BatchFilters): boolean {
  const backwards = (from?: string, to?: string) => Boolean(from && to && from > to);
  return backwards(openedFrom, openedTo) || backwards(closedFrom, closedTo);
}

// Texts, so that one rule reads the address here and on the server.
const parts = {
  openedFrom: parseAsString,
  openedTo: parseAsString,
  closedFrom: parseAsString,
  closedTo: parseAsString,
  limit: parseAsString,
  offset: parseAsString,
};

const step = { history: "push", scroll: true } as const;

function toParams(address: Record<string, string | null>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(address).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
