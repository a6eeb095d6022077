import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import { isPostgres } from "#server/sql/dialect.ts";
import { lockedQuery, lockName } from "#server/sql/lock.ts";
import { preparedQuery } from "#server/sql/prepared-query.ts";
import { makeKey } from "../keys.ts";
import type { Database, Db } from "./database.ts";
import type { BatchReference, BatchRow } from "./tables/batches.ts";

/** A batch by its key, or the open one for `current`. */
export async function findBatch(db: Db, key: string): Promise<BatchRow | undefined> {
  const query = db.selectFrom("batches").selectAll();
  const found = key === "current" ? query.where("status", "=", "open") : query.where("key", "=", key);
  return await found.executeTakeFirst();
}

export async function findBatchById(db: Db, id: number): Promise<BatchRow | undefined> {
  const [batch] = await selectById(db, { id });
  return batch;
}

/** Batches by their numbers. */
export async function findBatchesById(db: Db, ids: ReadonlySet<number>): Promise<Map<number, BatchRow>> {
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom("batches")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const selectById = preparedQuery((db: Db, { id }: { id: number }) =>
  db.selectFrom("batches").selectAll().where("id", "=", id),
);

/** A batch that cannot be closed before this transaction ends. */
export async function lockBatch(db: Db, id: number): Promise<BatchRow> {
  await lockName(db, BATCH_LIFE, "shared");
  return await requireBatchById(db, id);
}

/** A batch that this transaction is about to close. Waits for payments in progress; later ones wait for this transaction. */
export async function lockBatchForClosing(db: Db, id: number): Promise<BatchRow> {
  await lockBatches(db);
  // The same transaction may enter the next one.
  held.delete(db);
  return await requireBatchById(db, id);
}

/** Until the end of the transaction, no other enters or closes a batch. */
export const lockBatches = (db: Db) => lockName(db, BATCH_LIFE);

async function requireBatchById(db: Db, id: number): Promise<BatchRow> {
  const batch = await findBatchById(db, id);
  if (!batch) throw new Error("A batch that a transaction refers to is missing.");
  return batch;
}

/** A batch that is open until the end of the transaction, and the place behind the last one in it. */
export type BatchEntry = { batch: BatchReference; ordinal: number };

/**
 * Enters the open batch; creates one if none is open. On PostgreSQL, where payments enter concurrently, places come from the
 * clock: counting rows would serialize all payments.
 */
export async function enterOpenBatch(db: Db, now: number, hours: number): Promise<BatchEntry> {
  if (isPostgres(db)) return { batch: await holdOpenBatch(db, now, hours), ordinal: nextPlace() };
  const [found] = await selectEntry(db, {});
  if (!found) return { batch: await insertBatch(db, now, hours), ordinal: 1 };
  const { last, ...batch } = found;
  return { batch, ordinal: (last ?? 0) + 1 };
}

/** A transaction that has locked the open batch need not look again: a bulk file enters it row by row. */
async function holdOpenBatch(db: Db, now: number, hours: number): Promise<BatchReference> {
  const known = held.get(db);
  if (known) return known;
  const [found] = await lockOpenBatch(db, BATCH_LIFE, {});
  const batch = found ?? (await openBatch(db, now, hours));
  held.set(db, batch);
  return batch;
}

const held = new WeakMap<Db, BatchReference>();

async function openBatch(db: Db, now: number, hours: number): Promise<BatchReference> {
  await lockName(db, "open a batch");
  const [opened] = await selectOpenBatch(db, {});
  return opened ?? (await insertBatch(db, now, hours));
}

function nextPlace(): number {
  lastPlace = Math.max(Date.now() * 1000, lastPlace + 1);
  return lastPlace;
}

let lastPlace = 0;

/** Held shared by any number of payments in batches, or alone by one transaction that closes a batch. */
const BATCH_LIFE = "the life of batches";

const openBatches = (db: Db) =>
  // A literal: SQLite uses a partial index only for a condition it can read.
  db
    .selectFrom("batches")
    .select(["id", "key", "sequence", "status"])
    .where("status", "=", sql.lit("open" as const));
const selectOpenBatch = preparedQuery(openBatches);
const lockOpenBatch = lockedQuery("shared", openBatches);
const selectEntry = preparedQuery((db: Db) =>
  openBatches(db).select((eb) =>
    eb
      .selectFrom("transactions")
      .select((of) => of.fn.max("ordinal").as("ordinal"))
      .whereRef("batch_id", "=", eb.ref("batches.id"))
      .as("last"),
  ),
);

async function insertBatch(db: Db, now: number, hours: number): Promise<BatchRow> {
  const last = await db
    .selectFrom("batches")
    .select((eb) => eb.fn.max("sequence").as("sequence"))
    .executeTakeFirst();
  return await db
    .insertInto("batches")
    .values({
      key: makeKey("batch", Date.now()),
      sequence: (last?.sequence ?? 0) + 1,
      status: "open",
      opened_at: now,
      scheduled_at: now + Math.round(hours * 3_600_000),
      closing_at: null,
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Closes the gap that a transaction leaves in its batch; pages are found by ordinal. */
export async function closeGap(db: Db, batchId: number, ordinal: number): Promise<void> {
  if (isPostgres(db)) return;
  await db
    .updateTable("transactions")
    .set({ ordinal: sql<number>`ordinal - 1` })
    .where("batch_id", "=", batchId)
    .where("ordinal", ">", ordinal)
    .execute();
}

type BatchKind = "sales" | "refunds" | "voids";
export type BatchSums = Record<BatchKind, { count: number; cents: number }>;

/** The totals of a batch, summed from its rows. */
export async function sumBatch(db: Db, batchId: number): Promise<BatchSums> {
  return (await sumRows(db, [batchId])).get(batchId) ?? noSums();
}

/** The totals of a page of batches, by number. Those of a closed batch cannot change, so they are summed once. */
export async function sumBatches(db: Db, batches: readonly BatchRow[]): Promise<Map<number, BatchSums>> {
  const unknown = batches.filter(({ key }) => !closedSums.has(key)).map(({ id }) => id);
  const summed = await sumRows(db, unknown);
  const found = new Map<number, BatchSums>();
  for (const { id, key, status } of batches) {
    const sums = closedSums.get(key) ?? summed.get(id) ?? noSums();
    found.set(id, sums);
    if (status === "closed") closedSums.set(key, sums);
  }
  while (closedSums.size > MAX_SUMS) closedSums.delete(closedSums.keys().next().value ?? "");
  return found;
}

/** By key, which is random: a batch of another store never has it. */
const closedSums = new Map<string, BatchSums>();
const MAX_SUMS = 20_000;

async function sumRows(db: Db, batchIds: readonly number[]): Promise<Map<number, BatchSums>> {
  const found = new Map<number, BatchSums>();
  if (batchIds.length === 0) return found;
  const rows = await db
    .selectFrom("transactions")
    .select((eb) => [
      "batch_id",
      "trantype_code",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>("amount").as("cents"),
    ])
    .where("batch_id", "in", batchIds)
    .groupBy(["batch_id", "trantype_code"])
    .execute();
  for (const { batch_id, trantype_code, count, cents } of rows) {
    const sums = found.get(batch_id ?? 0) ?? noSums();
    found.set(batch_id ?? 0, sums);
    const kind = batchKindOf(trantype_code);
    sums[kind].count += count;
    sums[kind].cents += cents;
  }
  return found;
}

const noSums = (): BatchSums => ({ sales: zero(), refunds: zero(), voids: zero() });

/** Where a transaction of a batch counts. */
export const batchKindOf = (trantypeCode: string): BatchKind =>
  trantypeCode === "V" || trantypeCode === "Z" ? "voids" : trantypeCode === "C" ? "refunds" : "sales";

const zero = () => ({ count: 0, cents: 0 });

/** Bounds in epoch ms: `before` is exclusive, `from` inclusive. */
export type BatchBounds = Partial<
  Record<"openedFrom" | "openedBefore" | "closedFrom" | "closedBefore", number>
>;

/** A page of the batches within the bounds, newest first, and their total. */
export async function listBatches(db: Db, bounds: BatchBounds, page: { limit: number; offset: number }) {
  const within = (eb: ExpressionBuilder<Database, "batches">) => {
    const conditions: ExpressionWrapper<Database, "batches", SqlBool>[] = [];
    if (bounds.openedFrom !== undefined) conditions.push(eb("opened_at", ">=", bounds.openedFrom));
    if (bounds.openedBefore !== undefined) conditions.push(eb("opened_at", "<", bounds.openedBefore));
    if (bounds.closedFrom !== undefined) conditions.push(eb("closed_at", ">=", bounds.closedFrom));
    if (bounds.closedBefore !== undefined) conditions.push(eb("closed_at", "<", bounds.closedBefore));
    return eb.and(conditions);
  };
  const counted = await db
    .selectFrom("batches")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where(within)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("batches")
    .selectAll()
    .where(within)
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: counted.total };
}
