import type { Call } from "../context.ts";
import { enterOpenBatch, nextOrdinal } from "../store/batches.ts";
import type { BatchRow } from "../store/tables/batches.ts";

/** How a payment comes into the open batch: by itself, or with the other lines of a bulk file. */

export const enterBatch = ({ bundle, db, now, sandbox: { settings } }: Call): Promise<BatchRow> =>
  bundle ? bundle.enterOpenBatch(now, settings.batchHours) : enterOpenBatch(db, now, settings.batchHours);

export const nextPlace = ({ bundle, db }: Call, batch: BatchRow): Promise<number> =>
  bundle ? bundle.nextOrdinal(batch.id) : nextOrdinal(db, batch.id);
