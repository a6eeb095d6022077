import type { Call } from "../context.ts";
import { DUPLICATE_WINDOW_MS } from "../rules/duplicate.ts";
import { enterOpenBatch, nextOrdinal } from "../store/batches.ts";
import type { BatchRow } from "../store/tables/batches.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { findDuplicate, insertTransaction, type NewTransaction } from "../store/transactions.ts";

/** How a new payment reaches the store: by itself, or with the other lines of a bulk file. */

export const enterBatch = ({ bundle, db, now, sandbox: { settings } }: Call): Promise<BatchRow> =>
  bundle ? bundle.enterOpenBatch(now, settings.batchHours) : enterOpenBatch(db, now, settings.batchHours);

export const nextPlace = ({ bundle, db }: Call, batch: BatchRow): Promise<number> =>
  bundle ? bundle.nextOrdinal(batch.id) : nextOrdinal(db, batch.id);

export const findRepeated = ({ bundle, db, now }: Call, kind: string): Promise<TransactionRow | undefined> =>
  bundle
    ? bundle.findDuplicate(kind, now - DUPLICATE_WINDOW_MS)
    : findDuplicate(db, kind, now - DUPLICATE_WINDOW_MS);

export const recordTransaction = ({ bundle, db }: Call, draft: NewTransaction): Promise<TransactionRow> =>
  bundle ? bundle.insertTransaction(draft) : insertTransaction(db, draft);
