import { enterOpenBatch, nextOrdinal } from "./batches.ts";
import { isPostgres } from "./dialect.ts";
import { insertRaised, type RaisedEvent } from "./raised-events.ts";
import type { Db } from "./store.ts";
import type { BatchRow } from "./tables/batches.ts";

/**
 * What payments share that are added one after the other: the open batch, which is held meanwhile, the place behind its
 * last row, and one row for the events of all. Enters and counts as the functions of the same names do alone.
 */
export type Bundle = {
  enterOpenBatch(now: number, hours: number): Promise<BatchRow> | BatchRow;
  nextOrdinal(batchId: number): Promise<number> | number;
  raise(event: RaisedEvent): void;
  /** Writes the events down; due before the transaction ends. */
  settle(): Promise<unknown> | unknown;
  /** Before anything else may have changed the batch. */
  forget(): void;
  /** When what was done since the events were last written down is undone. */
  undo(): void;
};

export function openBundle(db: Db): Bundle {
  let batch: BatchRow | undefined;
  let lastOrdinal: number | undefined;
  let raised: RaisedEvent[] = [];
  const forget = () => {
    batch = undefined;
    lastOrdinal = undefined;
  };
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
    raise: (event) => raised.push(event),
    settle: () => {
      const events = raised;
      raised = [];
      return events.length > 0 ? insertRaised(db, events) : undefined;
    },
    forget,
    undo: () => {
      forget();
      raised = [];
    },
  };
}
