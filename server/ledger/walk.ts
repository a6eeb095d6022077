import type { Selectable } from "kysely";
import type { BatchWalk } from "#lib/batch-list.ts";
import type { EndpointReply } from "#lib/gateway/endpoints.ts";
import { db } from "#server/db/db.ts";
import type { LedgerWalksTable } from "#server/db/tables/ledger-walks.ts";
import { read } from "#server/gateway/client.ts";
import { keepPage, sumKept } from "./kept-transactions.ts";

/**
 * Takes closed batches into the ledger, a page at a time within the background's share of the limit, newest first. Each
 * page and how far the walk is are one commit: a crash loses at most the page under way, and another process goes on.
 */

/** As many as the gateway is known to give at a time; one that gives fewer is asked again from where it ended. */
const pageSize = 1000;
const retryMs = 10_000;
/** A page stands in line this long, so that it has its turn when people leave room. */
const waitMs = 20_000;
/** Longer than a page stands in line and is read. */
const leaseMs = 60_000;

export type WalkRow = Selectable<LedgerWalksTable>;

/** The walk of a closed batch, begun now if it has none; undefined for a batch that is not known to be closed. */
export async function walkOf(batchKey: string): Promise<WalkRow | undefined> {
  const walk = await findWalk(batchKey);
  if (walk) return walk;
  const closed = await db()
    .selectFrom("ledger_batches")
    .select("key")
    .where("key", "=", batchKey)
    .where("closed", "=", 1)
    .executeTakeFirst();
  if (!closed) return undefined;
  await db()
    .insertInto("ledger_walks")
    .values({ batch_key: batchKey, total: null, read: 0, done_at: null, next_at: 0, waits: null })
    .onConflict((conflict) => conflict.column("batch_key").doNothing())
    .execute();
  return findWalk(batchKey);
}

/** How far the walk of a batch is, and the sums of its transactions once it is over. Costs no request. */
export async function readWalk(batchKey: string): Promise<BatchWalk> {
  const walk = await walkOf(batchKey);
  if (!walk) return { kind: "not-closed" };
  if (walk.done_at === null)
    return {
      kind: "walking",
      read: walk.read,
      total: walk.total ?? undefined,
      waits: walk.waits ?? undefined,
    };
  return { kind: "done", total: walk.total ?? walk.read, sums: await sumKept(batchKey) };
}

/** Takes the next page of one walk that is due; false when none is. */
export async function takeNextPage(now = Date.now()): Promise<boolean> {
  const walk = await db()
    .selectFrom("ledger_walks")
    .selectAll()
    .where("done_at", "is", null)
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .executeTakeFirst();
  if (!walk || !(await lease(walk, now))) return false;
  const askedAt = performance.now();
  const outcome = await read("listBatchTransactions", {
    segments: { batch_key: walk.batch_key },
    query: { limit: pageSize, offset: walk.read },
    lane: "background",
    waitMs,
  });
  if (outcome.kind === "answered") return keepWalked(walk, outcome.value, now);
  const waits = outcome.kind === "refused" ? outcome.error.message : outcome.reason;
  await db()
    .updateTable("ledger_walks")
    .set({ next_at: Math.round(now + performance.now() - askedAt + retryMs), waits })
    .where("batch_key", "=", walk.batch_key)
    .where("read", "=", walk.read)
    .execute();
  return false;
}

/** Keeps a page that begins where the walk stands, whoever read it. False when the walk has moved meanwhile. */
export async function keepWalked(
  walk: WalkRow,
  { data, total: told }: EndpointReply<"listBatchTransactions">,
  now = Date.now(),
): Promise<boolean> {
  // A closed batch does not grow: one that did was not closed when the walk began, and is walked anew.
  if (walk.total !== null && told !== undefined && told !== walk.total) return beginAgain(walk, now);
  const read = walk.read + data.length;
  // A page without rows is the end, whatever total was told.
  const total = data.length === 0 ? walk.read : (told ?? walk.total ?? read);
  return db()
    .transaction()
    .execute(async (store) => {
      const moved = await store
        .updateTable("ledger_walks")
        .set({ read, total, next_at: now, waits: null, done_at: read >= total ? now : null })
        .where("batch_key", "=", walk.batch_key)
        .where("read", "=", walk.read)
        .where("done_at", "is", null)
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) return false;
      await keepPage(store, walk.batch_key, total - walk.read, data, now);
      return true;
    });
}

async function beginAgain(walk: WalkRow, now: number): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      const moved = await store
        .updateTable("ledger_walks")
        .set({ read: 0, total: null, next_at: now })
        .where("batch_key", "=", walk.batch_key)
        .where("read", "=", walk.read)
        .where("done_at", "is", null)
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) return false;
      await store.deleteFrom("ledger_transactions").where("batch_key", "=", walk.batch_key).execute();
      return true;
    });
}

function findWalk(batchKey: string): Promise<WalkRow | undefined> {
  return db().selectFrom("ledger_walks").selectAll().where("batch_key", "=", batchKey).executeTakeFirst();
}

/** For the time of one request the page is ours; who dies holding it delays it by the lease, no more. */
async function lease(walk: WalkRow, now: number): Promise<boolean> {
  const leased = await db()
    .updateTable("ledger_walks")
    .set({ next_at: now + leaseMs })
    .where("batch_key", "=", walk.batch_key)
    .where("read", "=", walk.read)
    .where("next_at", "=", walk.next_at)
    .executeTakeFirst();
  return leased.numUpdatedRows === 1n;
}
