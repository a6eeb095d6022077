import { enterOpenBatch, nextOrdinal } from "./batches.ts";
import { isPostgres } from "./dialect.ts";
import type { Db } from "./store.ts";
import type { BatchRow } from "./tables/batches.ts";

/**
 * What payments share that are added one after the other: the open batch, which is held meanwhile, and the place behind its
 * last row. Does what the functions of the same names do alone.
 */
export type Bundle = {
  enterOpenBatch(now: number, hours: number): Promise<BatchRow> | BatchRow;
  nextOrdinal(batchId: number): Promise<number> | number;
  /** Before anything else may have changed the batch. */
  forget(): void;
};

export function openBundle(db: Db): Bundle {
  let batch: BatchRow | undefined;
  let lastOrdinal: number | undefined;
  return {
    enterOpenBatch: (now, hours) =>
      batch ??
      enterOpenBatch(db, now, hours).then((entered) => {
        batch = entered;
        return entered;
      }),
    nextOrdinal: (batchId) => {
      // On PostgreSQL a place is of the clock's making, with nothing to look up.
      if (lastOrdinal !== undefined && !isPostgres(db)) return ++lastOrdinal;
      return nextOrdinal(db, batchId).then((ordinal) => {
        lastOrdinal = ordinal;
        return ordinal;
      });
    },
    forget: () => {
      batch = undefined;
      lastOrdinal = undefined;
    },
  };
}
