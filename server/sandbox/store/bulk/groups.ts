import { isPostgres, storeTimeMs } from "#server/sql/dialect.ts";
import { lockName, lockRows } from "#server/sql/lock.ts";
import type { Db } from "../database.ts";
import type { BulkGroupRow } from "../tables/bulk-groups.ts";

/** How long a silent process keeps its group, in ms. */
export const LEASE_MS = 5000;

/** A group by its key, or the running or paused one for `current`. With `lock`, no other transaction changes it. */
export async function findBulkGroup(
  db: Db,
  key: string,
  { lock = false } = {},
): Promise<BulkGroupRow | undefined> {
  const query = db.selectFrom("bulk_groups").selectAll().where("status", "<>", "Uploading");
  const found = key === "current" ? query.where("current", "=", 1) : query.where("key", "=", key);
  return await (lock ? lockRows(db, found) : found).executeTakeFirst();
}

export async function lockBulkGroup(db: Db, id: number): Promise<BulkGroupRow | undefined> {
  return await lockRows(db, db.selectFrom("bulk_groups").selectAll().where("id", "=", id)).executeTakeFirst();
}

export async function changeBulkGroup(
  db: Db,
  id: number,
  changes: Partial<Omit<BulkGroupRow, "id" | "key">>,
): Promise<void> {
  await db.updateTable("bulk_groups").set(changes).where("id", "=", id).execute();
}

/** Queues a group whose file has arrived completely, and starts it when no other is running. */
export async function enqueueBulkGroup(db: Db, id: number, transactions: number): Promise<void> {
  await changeBulkGroup(db, id, { transactions, status: "Pending", worker: "", leased_until: 0 });
  await startNextBulkGroup(db);
}

/** Starts the oldest pending group when none is running or paused. */
export async function startNextBulkGroup(db: Db): Promise<void> {
  await lockName(db, "start a bulk group");
  if (await findBulkGroup(db, "current")) return;
  const next = await db
    .selectFrom("bulk_groups")
    .select("id")
    .where("status", "=", "Pending")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (next) await changeBulkGroup(db, next.id, { status: "Running", current: 1 });
}

/** Renews the leases of this process. */
export async function renewLeases(db: Db, worker: string): Promise<void> {
  const leased_until = (await storeTimeMs(db)) + LEASE_MS;
  await db.updateTable("bulk_groups").set({ leased_until }).where("worker", "=", worker).execute();
}

/** Releases the leases of this process. */
export async function releaseLeases(db: Db, worker: string): Promise<void> {
  await db
    .updateTable("bulk_groups")
    .set({ worker: "", leased_until: 0 })
    .where("worker", "=", worker)
    .execute();
}

/** SQLite has one process: leases found at startup belong to one that has ended. */
export async function releaseOrphanedGroups(db: Db): Promise<void> {
  if (!isPostgres(db)) await db.updateTable("bulk_groups").set({ leased_until: 0 }).execute();
}

/** Uploads that were interrupted: no process has renewed their lease. */
export async function listBrokenUploads(db: Db, worker: string): Promise<number[]> {
  const now = await storeTimeMs(db);
  const rows = await db
    .selectFrom("bulk_groups")
    .select("id")
    .where("status", "=", "Uploading")
    .where("leased_until", "<", now)
    .where("worker", "<>", worker)
    .execute();
  return rows.map(({ id }) => id);
}
