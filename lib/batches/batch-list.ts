import { readPage } from "../page.ts";
import { isDay } from "../time.ts";
import type { CurrencySums, ShownBatch } from "./batch-sums.ts";

/** One page of batches, newest first. `complete` is false while the sums of some have still to be read within the shared limit. */
export type BatchPage = {
  batches: ShownBatch[];
  total: number;
  limit: number;
  offset: number;
  complete: boolean;
};

/**
 * How much of a batch the gateway cache holds. A closed batch is read once, in the background; `sums` are those of all its
 * transactions, one for each currency, missing when one of them reports no amount. `waits` is what it waits for, as text.
 */
export type BatchSync =
  | { kind: "not-closed" }
  | { kind: "syncing"; read: number; total: number | undefined; waits: string | undefined }
  | { kind: "done"; total: number; sums: CurrencySums[] | undefined };

/** The filters of the batch browser as in its URL: days in the merchant's zone, both ends included. */
export type BatchFilters = {
  openedFrom?: string | undefined;
  openedTo?: string | undefined;
  closedFrom?: string | undefined;
  closedTo?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
};

/** The contract's query for the filters (contract: Batches, date filters). */
export function toBatchQuery(filters: BatchFilters): Record<string, string | number | undefined> {
  return {
    openedge: compact(filters.openedFrom),
    openedle: compact(filters.openedTo),
    closedge: compact(filters.closedFrom),
    closedle: compact(filters.closedTo),
    limit: filters.limit,
    offset: filters.offset,
  };
}

const compact = (day: string | undefined) => day?.replaceAll("-", "");

/** Reads the filters from an address; what is no day is left out. */
export function readBatchFilters(query: URLSearchParams): BatchFilters {
  const day = (name: string) => {
    const text = query.get(name);
    return text && isDay(text) ? text : undefined;
  };
  return {
    openedFrom: day("openedFrom"),
    openedTo: day("openedTo"),
    closedFrom: day("closedFrom"),
    closedTo: day("closedTo"),
    ...readPage(query, 20),
  };
}
