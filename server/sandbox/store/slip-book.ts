import { findBatch } from "./batches.ts";
import { drawNumbers, type Entry, recordSlips } from "./record-slips.ts";
import { openSlipDb, type Slip } from "./slip.ts";
import type { Db } from "./store.ts";
import type { BatchRow } from "./tables/batches.ts";

type Run = (db: Db) => Promise<unknown>;

/** What a work made of its slip. */
export type Filled = { slip: Slip; result: unknown };

/** Puts work down on slips and records them; knows of the store what the last ones wanted to know. */
export type SlipBook = {
  /** Runs each work on a slip; undefined for one that needs a transaction, whatever it would come to there. */
  fill(works: readonly Run[]): Promise<(Filled | undefined)[]>;
  /** As `recordSlips`. */
  record<Each extends Entry>(entries: readonly Each[]): Promise<ReadonlySet<Each>>;
};

export function openSlipBook(db: Db): SlipBook {
  const slipDb = openSlipDb();
  let openBatch: BatchRow | undefined;
  let asked = { number: false, batch: false };

  /** What is asked for costs a way to the store, so only what the work before has asked for is there. */
  async function makeSlips(count: number): Promise<Slip[]> {
    if (asked.batch) openBatch ??= await findBatch(db, "current");
    const numbers = asked.number ? await drawNumbers(db, count) : [];
    asked = { number: false, batch: false };
    return Array.from({ length: count }, (_, place) => ({
      number: numbers[place],
      recorded: false,
      openBatch,
      asked,
      spoiled: false,
    }));
  }

  return {
    fill: async (works) => {
      const slips = await makeSlips(works.length);
      const kinds = new Set<string>();
      const filled: (Filled | undefined)[] = [];
      for (const [place, run] of works.entries()) {
        // One was made for each.
        const slip = slips[place] as Slip;
        slipDb.use(slip);
        const result = await run(slipDb.db).catch(() => {
          // Thrown again where the store is as it says.
          slip.spoiled = true;
        });
        const kind = slip.unique?.kind ?? "";
        filled.push(slip.spoiled || kinds.has(kind) ? undefined : { slip, result });
        if (kind) kinds.add(kind);
      }
      return filled;
    },
    record: async (entries) => {
      const leftOut = await recordSlips(db, entries);
      // Perhaps it is the batch, which another process has closed, unless they were not let in.
      for (const { permit } of leftOut) if (permit?.used?.allowed !== false) openBatch = undefined;
      return leftOut;
    },
  };
}
