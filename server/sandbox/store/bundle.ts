import { enterOpenBatch, nextOrdinal } from "./batches.ts";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./store.ts";
import type { BatchRow } from "./tables/batches.ts";

/**
 * What payments share that are added one after the other: the open batch, which is held meanwhile, and the place behind its
 * last row. Does what the functions of the same names do alone.
 */
export type Bundle = {
  enterOpenBatch(now: number, hours: number): Promise<BatchRow>;
  nextOrdinal(batchId: number): Promise<number>;
  /** Before anything else may have changed the batch. */
  forget(): void;
};

export function openBundle(db: Db): Bundle {
  let batch: BatchRow | undefined;
  let lastOrdinal: number | undefined;
  return {
    enterOpenBatch: async (now, hours) => {
      batch ??= await enterOpenBatch(db, now, hours);
      return batch;
    },
    nextOrdinal: async (batchId) => {
      // On PostgreSQL a place is of the clock's making, with nothing to look up.
      lastOrdinal =
        lastOrdinal === undefined || isPostgres(db) ? await nextOrdinal(db, batchId) : lastOrdinal + 1;
      return lastOrdinal;
    },
    forget: () => {
      batch = undefined;
      lastOrdinal = undefined;
    },
  };
}
