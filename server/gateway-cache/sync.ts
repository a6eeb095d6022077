import { type Selectable, sql } from "kysely";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";
import { isDue } from "#server/db/is-due.ts";
import type { BatchSyncsTable } from "#server/db/tables/gateway-cache/batch-syncs.ts";
import { read } from "#server/gateway-client/client.ts";
import { offerPage } from "#server/payments/recovery/offer-evidence.ts";
import { cacheResults } from "./cached-results.ts";
import { cachePage } from "./cached-transactions.ts";

/**
 * Reads lists that no longer change into the gateway cache, a page at a time within the background's share of the limit,
 * newest first. Each page is committed with the progress: a crash loses at most the page being read, and another process
 * continues.
 */

export type SyncRow = Selectable<BatchSyncsTable>;
type Store = ReturnType<typeof db>;
type Page = { limit: number; offset: number };

/** A page waits in the queue this long, for its turn when people leave capacity. */
const waitMs = 20_000;

const lists = {
  batch: {
    readPage: (key: string, query: Page) =>
      read("listBatchTransactions", { segments: { batch_key: key }, query, priority: "background", waitMs }),
    keep: cachePage,
    // They lose their place alone: what is known of a refund stays known while the list is read again.
    forget: (store: Store, key: string) =>
      store.updateTable("cached_transactions").set({ ordinal: null }).where("batch_key", "=", key).execute(),
  },
  bulk: {
    readPage: (key: string, query: Page) =>
      read("listBulkTransactions", { segments: { bulk_key: key }, query, priority: "background", waitMs }),
    keep: cacheResults,
    forget: (store: Store, key: string) =>
      store.deleteFrom("bulk_results").where("group_key", "=", key).execute(),
  },
} as const;

/** As many as the gateway is known to give at a time; one that gives fewer is asked again from where it ended. */
const pageSize = 1000;
const retryMs = 10_000;
/** Longer than a page is queued and read. */
const leaseMs = 60_000;

export function findSync(key: string): Promise<SyncRow | undefined> {
  return db().selectFrom("batch_syncs").selectAll().where("list_key", "=", key).executeTakeFirst();
}

/**
 * Starts the sync of a list that no longer changes; does nothing when it has started. `nextAt` is its place among the
 * waiting ones: what a person looks at comes first.
 */
export async function beginSync(kind: SyncRow["kind"], key: string, nextAt = 0): Promise<void> {
  await db()
    .insertInto("batch_syncs")
    .values({ list_key: key, kind, total: null, read: 0, done_at: null, next_at: nextAt, waits: null })
    .onConflict((conflict) => conflict.column("list_key").doNothing())
    .execute();
}

/** Has a list that waits for its first page read before all others: a person looks at it. */
export async function putFirst(key: string): Promise<void> {
  await db()
    .updateTable("batch_syncs")
    .set({ next_at: 0 })
    .where("list_key", "=", key)
    .where("read", "=", 0)
    .where("done_at", "is", null)
    .where("waits", "is", null)
    .where("next_at", "<=", Date.now())
    .where("next_at", ">", 0)
    .execute();
}

/** Reads the next page of one sync that is due; false when none is. `asked`: only of lists that a person looks at. */
export async function takeNextPage(now = Date.now(), which: "asked" | "any" = "any"): Promise<boolean> {
  const sync = await db()
    .selectFrom("batch_syncs")
    .selectAll()
    .where("done_at", "is", null)
    .where(isDue("next_at", now, leaseMs))
    .$if(which === "asked", (query) => query.where("next_at", "=", 0))
    // One that failed was begun before those that wait for their first page.
    .orderBy(sql`case when waits is null then 1 else 0 end`)
    .orderBy("next_at")
    .executeTakeFirst();
  if (!sync || !(await lease(sync, now))) return false;
  const askedAt = performance.now();
  const outcome = await lists[sync.kind].readPage(sync.list_key, { limit: pageSize, offset: sync.read });
  if (outcome.kind === "answered") {
    if (sync.kind === "batch") await offerPage(outcome.value.data, sync.list_key);
    return cacheSynced(sync, outcome.value, now);
  }
  const waits = outcome.kind === "refused" ? outcome.error.message : outcome.reason;
  await db()
    .updateTable("batch_syncs")
    .set({ next_at: Math.round(now + performance.now() - askedAt + retryMs), waits })
    .where("list_key", "=", sync.list_key)
    .where("read", "=", sync.read)
    .execute();
  return false;
}

/** Caches a page that begins where the sync is, from any reader. False when the sync has moved meanwhile. */
export async function cacheSynced(
  sync: SyncRow,
  { data, total: reported }: { data: TransactionDetail[]; total?: number | undefined },
  now = Date.now(),
): Promise<boolean> {
  // Such a list does not grow: one that did was not final when the sync started, and is read again.
  if (sync.total !== null && reported !== undefined && reported !== sync.total) return beginAgain(sync, now);
  const read = sync.read + data.length;
  // A page without rows is the end, even if the reported total is higher.
  const total = data.length === 0 ? sync.read : (reported ?? sync.total ?? read);
  // It keeps its place: its next page comes before lists that were to wait for it.
  const next_at = Math.min(sync.next_at, now);
  return move(sync, { read, total, next_at, done_at: read >= total ? now : null }, (store) =>
    lists[sync.kind].keep(store, sync.list_key, total - sync.read, data, now),
  );
}

function beginAgain(sync: SyncRow, now: number): Promise<boolean> {
  return move(sync, { read: 0, total: null, next_at: now, done_at: null }, (store) =>
    lists[sync.kind].forget(store, sync.list_key),
  );
}

/** Advances a sync and does its other writes in one commit, unless another process has advanced it. */
function move(
  sync: SyncRow,
  change: Pick<SyncRow, "read" | "total" | "next_at" | "done_at">,
  act: (store: Store) => Promise<unknown>,
): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      const moved = await store
        .updateTable("batch_syncs")
        .set({ ...change, waits: null })
        .where("list_key", "=", sync.list_key)
        .where("read", "=", sync.read)
        .where("done_at", "is", null)
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) return false;
      await act(store);
      return true;
    });
}

/** For the time of one request the page is ours; who dies holding it delays it by the lease, no more. */
async function lease(sync: SyncRow, now: number): Promise<boolean> {
  const leased = await db()
    .updateTable("batch_syncs")
    .set({ next_at: now + leaseMs })
    .where("list_key", "=", sync.list_key)
    .where("read", "=", sync.read)
    .where("next_at", "=", sync.next_at)
    .executeTakeFirst();
  return leased.numUpdatedRows === 1n;
}
