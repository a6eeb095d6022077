import { type BatchDateBound, batchDateBounds } from "#lib/gateway/schemas/batch.ts";
import { presentBatch, presentBatchItem } from "../presenters/batch.ts";
import { beginClosing } from "../processor/settlement.ts";
import { RefusalError } from "../refusal.ts";
import {
  type BatchBounds,
  findBatch,
  listBatches as listRows,
  sumBatch,
  sumBatches,
} from "../store/batches.ts";
import type { Db } from "../store/database.ts";
import { listBatchTransactions as listRowsOfBatch } from "../store/transaction-lists.ts";
import { dayStart } from "../time/merchant-time.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";
import { pageOf, presentRows } from "./transactions.ts";

/** `GET /batches`: newest first, within the date bounds, which are days of the merchant. */
export const listBatches: EndpointHandler<"listBatches"> = async ({ sandbox, query }) => {
  const { timeZone } = sandbox.settings;
  const page = pageOf({ query });
  return await sandbox.store.read(async (db) => {
    const { rows, total } = await listRows(db, boundsOf(query, timeZone), page);
    const sums = await sumBatches(db, rows);
    const data = rows.map((batch) => presentBatchItem(batch, sums.get(batch.id), timeZone));
    return { type: "list", ...page, data, total };
  });
};

/** `GET /batches/{batch_key}` or `current`. */
export const getBatch: EndpointHandler<"getBatch"> = async ({ sandbox, segments }) =>
  await sandbox.store.read(async (db) => {
    const batch = await requireBatch(db, segments.batch_key);
    return presentBatch(batch, await sumBatch(db, batch.id), sandbox.settings.timeZone);
  });

/** `GET /batches/{batch_key}/transactions`: newest first. */
export const listBatchTransactions: EndpointHandler<"listBatchTransactions"> = async (request) => {
  const page = pageOf(request);
  return await request.sandbox.store.read(async (db) => {
    const batch = await requireBatch(db, request.segments.batch_key);
    const { rows, total } = await listRowsOfBatch(db, batch.id, page);
    return { type: "list", ...page, data: await presentRows(request, db, rows), total };
  });
};

/** `POST /batches/current/close`, an extension: begins to close the open batch. */
export const closeBatch: EndpointHandler<"closeBatch"> = async ({ sandbox }) =>
  await sandbox.store.transact(async (db) => {
    const batch = await findBatch(db, "current");
    const closing = batch && (await beginClosing(db, batch.id, sandbox.clock.now()));
    if (!closing) throw new RefusalError("batchEmpty");
    const sums = await sumBatch(db, closing.id);
    return {
      ...presentBatch(closing, sums, sandbox.settings.timeZone),
      sequence: String(closing.sequence),
    };
  });

async function requireBatch(db: Db, key: string) {
  const batch = !/^[0-9a-z]+$/.test(key) ? undefined : await findBatch(db, key);
  if (!batch) throw new RefusalError("notFound");
  return batch;
}

/** Each of the eight filters as a time bound; all of them apply. */
function boundsOf(query: EndpointRequest<"listBatches">["query"], timeZone: string): BatchBounds {
  const bounds: BatchBounds = {};
  for (const name of batchDateBounds) {
    const day = query[name];
    if (day === undefined) continue;
    const [bound, days] = filters[name];
    const at = dayStart(day, timeZone, days);
    const known = bounds[bound];
    const stricter = bound.endsWith("From") ? Math.max(at, known ?? at) : Math.min(at, known ?? at);
    bounds[bound] = stricter;
  }
  return bounds;
}

const filters: Record<BatchDateBound, readonly [keyof BatchBounds, days: 0 | 1]> = {
  openedlt: ["openedBefore", 0],
  openedle: ["openedBefore", 1],
  openedgt: ["openedFrom", 1],
  openedge: ["openedFrom", 0],
  closedlt: ["closedBefore", 0],
  closedle: ["closedBefore", 1],
  closedgt: ["closedFrom", 1],
  closedge: ["closedFrom", 0],
};
