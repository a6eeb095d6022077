import type { Selectable } from "kysely";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { db } from "#server/db/db.ts";
import type { LedgerWalksTable } from "#server/db/tables/ledger-walks.ts";
import { read } from "#server/gateway/client.ts";
import { offerPage } from "#server/journal/offer-evidence.ts";
import { keepResults } from "./kept-results.ts";
import { keepPage } from "./kept-transactions.ts";

/**
 * Takes lists that will not change any more into the ledger, a page at a time within the background's share of the limit,
 * newest first. Each page and how far the walk is are one commit: a crash loses at most the page under way, and another
 * process goes on.
 */

export type WalkRow = Selectable<LedgerWalksTable>;
type Store = ReturnType<typeof db>;
type Page = { limit: number; offset: number };

/** A page stands in line this long, so that it has its turn when people leave room. */
const waitMs = 20_000;

const lists = {
  batch: {
    readPage: (key: string, query: Page) =>
      read("listBatchTransactions", { segments: { batch_key: key }, query, lane: "background", waitMs }),
    keep: keepPage,
    forget: (store: Store, key: string) =>
      store.deleteFrom("ledger_transactions").where("batch_key", "=", key).execute(),
  },
  bulk: {
    readPage: (key: string, query: Page) =>
      read("listBulkTransactions", { segments: { bulk_key: key }, query, lane: "background", waitMs }),
    keep: keepResults,
    forget: (store: Store, key: string) =>
      store.deleteFrom("bulk_results").where("group_key", "=", key).execute(),
  },
} as const;

/** As many as the gateway is known to give at a time; one that gives fewer is asked again from where it ended. */
const pageSize = 1000;
const retryMs = 10_000;
/** Longer than a page stands in line and is read. */
const leaseMs = 60_000;

export function findWalk(key: string): Promise<WalkRow | undefined> {
  return db().selectFrom("ledger_walks").selectAll().where("list_key", "=", key).executeTakeFirst();
}

/** Begins the walk of a list that will not change any more; does nothing when it has begun. */
export async function beginWalk(kind: WalkRow["kind"], key: string): Promise<void> {
  await db()
    .insertInto("ledger_walks")
    .values({ list_key: key, kind, total: null, read: 0, done_at: null, next_at: 0, waits: null })
    .onConflict((conflict) => conflict.column("list_key").doNothing())
    .execute();
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
  const outcome = await lists[walk.kind].readPage(walk.list_key, { limit: pageSize, offset: walk.read });
  if (outcome.kind === "answered") {
    if (walk.kind === "batch") await offerPage(outcome.value.data, walk.list_key);
    return keepWalked(walk, outcome.value, now);
  }
  const waits = outcome.kind === "refused" ? outcome.error.message : outcome.reason;
  await db()
    .updateTable("ledger_walks")
    .set({ next_at: Math.round(now + performance.now() - askedAt + retryMs), waits })
    .where("list_key", "=", walk.list_key)
    .where("read", "=", walk.read)
    .execute();
  return false;
}

/** Keeps a page that begins where the walk stands, whoever read it. False when the walk has moved meanwhile. */
export async function keepWalked(
  walk: WalkRow,
  { data, total: told }: { data: TransactionDetail[]; total?: number | undefined },
  now = Date.now(),
): Promise<boolean> {
  // Such a list does not grow: one that did was not over when the walk began, and is walked anew.
  if (walk.total !== null && told !== undefined && told !== walk.total) return beginAgain(walk, now);
  const read = walk.read + data.length;
  // A page without rows is the end, whatever total was told.
  const total = data.length === 0 ? walk.read : (told ?? walk.total ?? read);
  return move(walk, { read, total, next_at: now, done_at: read >= total ? now : null }, (store) =>
    lists[walk.kind].keep(store, walk.list_key, total - walk.read, data, now),
  );
}

function beginAgain(walk: WalkRow, now: number): Promise<boolean> {
  return move(walk, { read: 0, total: null, next_at: now, done_at: null }, (store) =>
    lists[walk.kind].forget(store, walk.list_key),
  );
}

/** Moves a walk on and does what belongs to it in one commit, unless somebody else has moved it. */
function move(
  walk: WalkRow,
  change: Pick<WalkRow, "read" | "total" | "next_at" | "done_at">,
  act: (store: Store) => Promise<unknown>,
): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      const moved = await store
        .updateTable("ledger_walks")
        .set({ ...change, waits: null })
        .where("list_key", "=", walk.list_key)
        .where("read", "=", walk.read)
        .where("done_at", "is", null)
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) return false;
      await act(store);
      return true;
    });
}

/** For the time of one request the page is ours; who dies holding it delays it by the lease, no more. */
async function lease(walk: WalkRow, now: number): Promise<boolean> {
  const leased = await db()
    .updateTable("ledger_walks")
    .set({ next_at: now + leaseMs })
    .where("list_key", "=", walk.list_key)
    .where("read", "=", walk.read)
    .where("next_at", "=", walk.next_at)
    .executeTakeFirst();
  return leased.numUpdatedRows === 1n;
}
