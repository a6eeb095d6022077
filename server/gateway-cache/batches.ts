import { type BatchFilters, type BatchPage, toBatchQuery } from "#lib/batches/batch-list.ts";
import type { ShownBatch } from "#lib/batches/batch-sums.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { Read } from "#lib/read.ts";
import { db } from "#server/db/db.ts";
import { read } from "#server/gateway-client/client.ts";
import { hasAnyOutcomeSince } from "#server/payments/attempts/attempt-queries.ts";
import { withCurrencies } from "./batch-currencies.ts";
import { sumCached } from "./cached-transactions.ts";
import { orLastReading } from "./last-reading.ts";
import { findSync } from "./sync.ts";
import { toRead } from "./to-read.ts";

export const noBatchText = "The gateway has no such batch.";

/**
 * A batch by key, or `current`. A closed one is read once, unless one of its transactions turns
 * out to have changed. The open one is shared by all
 * workstations for a few seconds, as long as none of them has moved money since.
 */
export async function readBatch(key: string): Promise<Read<ShownBatch>> {
  const kept = await findClosed([key]);
  const known = kept.get(key) ?? (key === "current" ? await findSharedOpen() : undefined);
  if (known) {
    const batch = await withSequence(known.batch);
    if (batch.sequence !== known.batch.sequence) await keepSequence(batch, known.readAt);
    return { kind: "found", value: await withCurrencies(batch), readAt: known.readAt };
  }
  const outcome = await read("getBatch", { segments: { batch_key: key }, priority: "person" });
  if (outcome.kind === "answered") {
    const batch = await withSequence(outcome.value);
    await keepBatch(batch, outcome.askedAt);
    const value = await withCurrencies(batch);
    return orLastReading(`batch ${key}`, { kind: "found", value, readAt: outcome.askedAt });
  }
  return orLastReading<ShownBatch>(
    `batch ${key}`,
    toRead(outcome, key === "current" ? "No batch is open: the next card payment opens one." : noBatchText),
  );
}

/**
 * A page of batches. The gateway's list has no sums, so each batch is read separately: closed ones once, and
 * no more at a time than the shared limit has to spare.
 */
export async function listBatches(filters: BatchFilters): Promise<Read<BatchPage>> {
  const query = toBatchQuery(filters);
  const name = `batches ${JSON.stringify(query)}`;
  const listed = toRead(await read("listBatches", { query, priority: "person" }), noBatchText);
  if (listed.kind !== "found") return orLastReading<BatchPage>(name, listed);
  const { data, total, limit, offset } = listed.value;
  const { batches, complete } = await withSums(data);
  return orLastReading(name, {
    kind: "found",
    readAt: listed.readAt,
    value: {
      batches,
      complete,
      total: total ?? data.length,
      limit: limit ?? data.length,
      offset: offset ?? 0,
    },
  });
}

/** A closed batch with its totals, read in the background unless it is cached; undefined while that can't be. */
export async function readClosedBatch(key: string): Promise<Batch | undefined> {
  const known = (await findClosed([key])).get(key)?.batch;
  const batch = known ?? (await readWhole({ key, sequence: await findSequence(key) }));
  return batch?.status === "closed" ? batch : undefined;
}

/**
 * A closed batch again, if one of its transactions was read after it: what changed that changed its totals too. Undefined
 * where none was, or while the gateway can't be asked.
 */
export async function readClosedAgain(key: string): Promise<Batch | undefined> {
  const known = (await findClosed([key])).get(key);
  const { last } = await db()
    .selectFrom("cached_transactions")
    .select((eb) => eb.fn.max("read_at").as("last"))
    .where("batch_key", "=", key)
    .executeTakeFirstOrThrow();
  return known && last !== null && last > known.readAt ? readWhole(known.batch) : undefined;
}

async function withSums(listed: Batch[]): Promise<{ batches: ShownBatch[]; complete: boolean }> {
  const known = await findClosed(listed.flatMap(({ key }) => (key ? [key] : [])));
  // The page shows the open batch beside the list: it is read once for both.
  const open = await findSharedOpen();
  if (open?.batch.key) known.set(open.batch.key, open);
  const batches: ShownBatch[] = [];
  let complete = true;
  for (const item of listed) {
    const kept = known.get(item.key ?? "")?.batch;
    const whole = kept ?? (complete ? await readWhole(item) : undefined);
    if (!whole) complete = false;
    const shown = whole && (await withCurrencies({ ...item, ...whole }));
    if (shown?.currencies?.kind === "unread") complete = false;
    batches.push(shown ?? (await withReadSums(item)));
  }
  return { batches, complete };
}

/** A batch whose totals are not read, with the sums of its transactions where all of those are. */
async function withReadSums(item: Batch): Promise<ShownBatch> {
  const sync = item.key ? await findSync(item.key) : undefined;
  if (!item.key || !sync || sync.done_at === null) return item;
  return { ...item, currencies: { kind: "several", sums: await sumCached(item.key) } };
}

/** Only the list shows a batch's sequence, only the batch its sums: both are cached. */
async function readWhole(item: Batch): Promise<Batch | undefined> {
  if (!item.key) return undefined;
  const outcome = await read("getBatch", { segments: { batch_key: item.key }, priority: "background" });
  if (outcome.kind !== "answered") return undefined;
  const whole = { ...item, ...outcome.value };
  await keepBatch(whole, outcome.askedAt);
  return whole;
}

/**
 * A single batch does not show its sequence: it is looked up in the list until it is known. A list that was refused for
 * the rate limit is asked again at the next reading; one that does not show it, some minutes later.
 */
async function withSequence(batch: Batch): Promise<Batch> {
  const { key } = batch;
  if (!key || batch.sequence) return batch;
  const known = await findSequence(key);
  if (known) return { ...batch, sequence: known };
  if (Date.now() < (unlistedUntil.get(key) ?? 0)) return batch;
  const listed = await read("listBatches", { priority: "background" });
  if (listed.kind !== "answered") return batch;
  const sequence = listed.value.data.find((item) => item.key === key)?.sequence;
  if (!sequence) {
    unlistedUntil.set(key, Date.now() + unlistedForMs);
    return batch;
  }
  return { ...batch, sequence };
}

/** As an earlier list showed it. */
async function findSequence(key: string): Promise<string | undefined> {
  const cached = await db()
    .selectFrom("cached_batches")
    .select("batch")
    .where("key", "=", key)
    .executeTakeFirst();
  const { sequence }: Batch = cached ? JSON.parse(cached.batch) : {};
  if (sequence) return sequence;
  const listed = await db()
    .selectFrom("history_batches")
    .select("sequence")
    .where("batch_key", "=", key)
    .executeTakeFirst();
  return listed?.sequence ?? undefined;
}

/** The batches that the list did not show, and until when it is not asked for them again. */
const unlistedUntil = new Map<string, number>();
const unlistedForMs = 300_000;

const sharedForMs = 15_000;

async function findSharedOpen(): Promise<{ batch: Batch; readAt: number } | undefined> {
  const row = await db()
    .selectFrom("cached_batches")
    .select(["batch", "read_at"])
    .where("closed", "=", 0)
    .where("read_at", ">", Date.now() - sharedForMs)
    .orderBy("read_at", "desc")
    .executeTakeFirst();
  if (!row) return undefined;
  const batch: Batch = JSON.parse(row.batch);
  if (batch.status !== "open") return undefined;
  return (await hasAnyOutcomeSince(row.read_at)) ? undefined : { batch, readAt: row.read_at };
}

async function findClosed(keys: string[]): Promise<Map<string, { batch: Batch; readAt: number }>> {
  if (keys.length === 0) return new Map();
  const rows = await db()
    .selectFrom("cached_batches")
    .select(["key", "batch", "read_at"])
    .where("key", "in", keys)
    .where("closed", "=", 1)
    .execute();
  return new Map(rows.map(({ key, batch, read_at }) => [key, { batch: JSON.parse(batch), readAt: read_at }]));
}

/** Caches a batch as the gateway showed it when it was asked (epoch ms), unless a later reading is there. */
export async function keepBatch(batch: Batch, askedAt = Date.now()): Promise<void> {
  if (!batch.key) return;
  const row = {
    batch: JSON.stringify(batch),
    closed: batch.status === "closed" ? 1 : 0,
    read_at: askedAt,
  } as const;
  await db()
    .insertInto("cached_batches")
    .values({ key: batch.key, ...row })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet(row).where("cached_batches.read_at", "<=", askedAt),
    )
    .execute();
}

/** Unless the batch was read again meanwhile. */
async function keepSequence(batch: Batch, readAt: number): Promise<void> {
  await db()
    .updateTable("cached_batches")
    .set({ batch: JSON.stringify(batch) })
    .where("key", "=", batch.key ?? "")
    .where("read_at", "=", readAt)
    .execute();
}
